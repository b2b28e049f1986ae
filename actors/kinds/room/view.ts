/** How rooms are shown to the owner of their house. */

import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { refuseView } from '../../refusals.ts';
import { imageOf } from '../../registry.ts';
import { shownRoom } from '../../rules/place/inner-view.ts';
import { roomActor } from '../../rules/place/names.ts';
import type { Named } from '../../view-args.ts';

const room = (reader: Reader, { id }: Named) => {
  const image = imageOf(reader, roomActor(id)) ?? refuseView('not_found', { kind: 'room', id });
  return shownRoom(reader, image);
};

export const roomViews = { room } satisfies ViewTable;
