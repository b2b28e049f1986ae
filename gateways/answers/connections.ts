/** Connections between places, and the requests for them. */
import { z } from 'zod';
import { connectionStates } from '../../actors/kinds/connection/state.ts';
import { Amount, Timestamp } from './common.ts';
import { Entry, VisibilityShown } from './pods.ts';

const connection = {
  request_id: z.string(),
  exit_id: z.string(),
  status: z.enum(['pending_approval', 'approved', 'rejected', 'expired', 'cancelled']),
  state: z.enum(connectionStates).exclude(['beginning', 'forgotten']),
  requires_approval_from: z.string().nullable(),
  from_pod: z.string(),
  to_pod: z.string(),
  bidirectional: z.boolean(),
  visibility: VisibilityShown,
  access: Entry,
  requester: z.string(),
  entrance_description: z.string().nullable(),
  exit_description: z.string().nullable(),
  fee: Amount,
  requested_at: Timestamp,
  expires: Timestamp,
  expires_tick: z.int(),
};

export const Connection = z.strictObject(connection).meta({ id: 'Connection' });

/** A new request, with the balance of the resident who asked. */
export const Requested = z.strictObject({ ...connection, balance: Amount }).meta({ id: 'RequestedConnection' });
