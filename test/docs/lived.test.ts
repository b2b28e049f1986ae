import { lived } from './documents.ts';
import { runDocuments } from './run-documents.ts';

await runDocuments(lived);
