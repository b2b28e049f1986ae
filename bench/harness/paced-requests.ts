/** A program that asks a city at a steady rate (`programs/paced-requests.ts`). */
import type { ResidentCredentials } from '../../client/founding-request.ts';
import type { PacedOptions, PacedReport } from '../programs/paced-requests.ts';
import type { City } from './city.ts';
import { Program } from './program.ts';

/** Resolves when its connections are open. */
export async function startPaced(
  { port, portalPort, operatorToken }: City,
  residents: readonly ResidentCredentials[],
  connections: number,
  request: PacedOptions['request'] = 'GET /v1/me',
): Promise<Program<PacedReport>> {
  const tokens = residents.map(({ token }) => token);
  const options: PacedOptions = { port, portalPort, operatorToken, tokens, connections, request };
  const paced = await Program.start<PacedReport>('paced-requests', options);
  await paced.next();
  return paced;
}
