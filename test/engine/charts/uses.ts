/** The events of any place with code: it is written, run and called, and residents enter. */
import { commons, residentActor } from '../../../actors/rules/place/names.ts';
import { ada, bo, facts, soul } from './facts.ts';

export const written = ['index.js', 'main.py'].flatMap((entry) =>
  [ada, bo, 'cleo-3'].flatMap((by) =>
    [1, 65].flatMap((files) =>
      [null, soul].map((base) => ({
        type: 'write_code',
        by,
        base,
        code: soul,
        entry,
        files,
        ...facts(3, { filesMax: 64 }),
      })),
    ),
  ),
);
export const runs = [ada, bo, 'cleo-3'].map((by) => ({ type: 'run_code', by, ...facts(3, { call: 'call_one' }) }));
export const served = [0, 3_000].flatMap((price) =>
  [null, soul].map((store) => ({
    type: 'served',
    call: 'call_one',
    caller: bo,
    price,
    store,
    ...facts(4, { living: [bo], payee: residentActor(bo) }),
  })),
);
export const services = [null, 1].map((max_price) => ({
  type: 'call_service',
  by: bo,
  input: '{}',
  max_price,
  ...facts(3, { call: 'call_one' }),
}));
export const enters = [ada, bo, 'cleo-3'].flatMap((traveller) =>
  [true, false].flatMap((gated) =>
    [null, 0].map((max_toll) => ({
      type: 'enter',
      traveller,
      from: commons,
      exit: 'exit_one',
      gated,
      max_toll,
      visible: true,
      known: true,
      ...facts(3, { living: [bo], payee: residentActor(traveller), present: 1 }),
    })),
  ),
);
