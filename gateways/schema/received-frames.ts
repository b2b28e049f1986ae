/** What clients send on the sockets of both gateways. */
import { z } from 'zod';

export const AuthFrame = z
  .object({ type: z.literal('auth'), token: z.string().describe('As the first frame, if none came with the upgrade') })
  .meta({ id: 'Auth', description: 'Whose socket it is' });

export const ResumeFrame = z
  .object({ type: z.literal('resume'), since: z.int().min(0).describe('The newest `seq` that was heard') })
  .meta({ id: 'Resume', description: 'Asks for what was missed since' });
