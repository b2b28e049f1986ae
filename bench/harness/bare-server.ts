/** The comparator server: uWebSockets and nothing else, in a process started like the city's. */
import type { BareOptions, BareReport } from '../programs/bare-server.ts';
import { Program } from './program.ts';
import { serverFlags } from './settings.ts';

export interface Bare {
  readonly port: number;
  readonly pid: number;
  readonly end: () => Promise<void>;
}

export async function startBare(options: BareOptions): Promise<Bare> {
  const program = await Program.start<BareReport>('bare-server', options, serverFlags);
  const { port } = await program.next();
  return { port, pid: program.pid, end: program.end };
}
