import { persistenceContract } from '../contract/persistence.ts';
import { memoryStores } from './support.ts';

persistenceContract(memoryStores());
