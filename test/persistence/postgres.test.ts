import t from 'tap';
import { persistenceContract } from '../contract/persistence.ts';
import { postgresStores } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

persistenceContract(stores);
