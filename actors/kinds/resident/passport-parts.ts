/** What a passport shows of a resident's means and of what it has seen; others see only what they may know. */
import { nameOf } from '../../../engine/ids.ts';
import { balanceAt, shownEarned, shownSpent } from '../../../engine/state/ledger.ts';
import type { Remembered } from '../../../engine/views/records.ts';
import type { Reader } from '../../../engine/views/views.ts';
import { credits, listedMax } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { imageOf } from '../../registry.ts';
import { commons } from '../../rules/place/names.ts';
import { knownPods } from '../../rules/place/visibility.ts';
import type { ResidentContext } from './messages.ts';

/** Others see only pods of which they may know (KN1). */
export function economy(reader: Reader, { image, account }: Remembered, by: string) {
  const owned = reader.members(indexes.owned, nameOf(image.id), listedMax);
  return {
    balance: credits(balanceAt(account, reader.tick)),
    lifetime_earned: credits(shownEarned(account, reader.tick)),
    lifetime_spent: credits(shownSpent(account, reader.tick)),
    owned_pods: (nameOf(image.id) === by ? owned : knownPods(reader, by, owned)).map(nameOf),
  };
}

/** The places that it has seen. Others see only those that everyone can see: the dead give no secrets away (DD4). */
export function discovery(reader: Reader, { id, home, knownLocations, knownExits }: ResidentContext, by: string) {
  if (id === by) return { known_locations: knownLocations, known_exits: knownExits };
  const isSeen = (exit: string) => {
    const connection = reader.first(indexes.exit, exit);
    return connection !== undefined && imageOf(reader, connection)?.context.terms.visibility === 'visible';
  };
  const isPublic = (place: string) =>
    place === commons || place === home || reader.count(indexes.seenPlaces, place) > 0;
  return { known_locations: knownLocations.filter(isPublic), known_exits: knownExits.filter(isSeen) };
}
