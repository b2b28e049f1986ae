/** The message in the rows about deliveries, and the event that it becomes. */

export const message = 'good morning, all of you: the square is full today and the bread is fresh';

/** An event of the form and length of the city's own. */
export function eventLike(actor: string): string {
  return JSON.stringify({
    v: 1,
    seq: 100_000,
    type: 'message.broadcast',
    at: '2030-01-01T00:00:00.000Z',
    tick: 0,
    category: 'emergent',
    location: 'city-commons',
    actor,
    subject: null,
    data: { id: 'msg_aaaaaaaaaaaaaaaa', message },
  });
}
