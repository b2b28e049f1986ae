/** What is quickly done. */
import { runTogether } from '../together.ts';

runTogether('cli/', 'config', 'minds-assignment', 'tools/', 'web/');
