/** Every path of the City API: a line each. */
import type { Route } from '../route.ts';
import { fundPool, getCredits, getPool, transfer } from './routes/credits.ts';
import { getFramework, getFrameworks } from './routes/frameworks.ts';
import { getHouse } from './routes/house.ts';
import { bequeath, compose } from './routes/legacy.ts';
import { explore, getExits, getLocation, getResidents, move } from './routes/location.ts';
import { getLetters, getMe, sendLetter, shutDown } from './routes/me.ts';
import { broadcast, shout, whisper } from './routes/mesh.ts';
import { getPassport } from './routes/residents.ts';

export const cityRoutes: readonly Route[] = [
  getMe,
  shutDown,
  getLetters,
  sendLetter,
  getLocation,
  getExits,
  getResidents,
  explore,
  move,
  getHouse,
  broadcast,
  whisper,
  shout,
  getCredits,
  transfer,
  getPool,
  fundPool,
  getPassport,
  compose,
  bequeath,
  getFrameworks,
  getFramework,
];
