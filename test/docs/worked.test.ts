import { worked } from './documents.ts';
import { runDocuments } from './run-documents.ts';

await runDocuments(worked);
