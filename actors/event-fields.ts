/** The fields of which the data of events are made, each with its description. */
import { z } from 'zod';

export const text = (about: string) => z.string().describe(about);
export const perhaps = (about: string) => z.string().nullable().describe(about);
export const ticks = (about: string) => z.int().describe(about);
export const byVisitor = (about: string) => z.literal(true).optional().describe(about);
export const credits = (about: string) => z.number().describe(`Credits: ${about}`);

/** The fields of a connection in events. */
export const connection = {
  request_id: text('The request, which is the connection too'),
  exit_id: text('The exit by which it is travelled'),
  from: text('The place where it begins'),
  to: text('The place where it leads'),
  by: perhaps('Who did it; null when the city did'),
};
