/** What the columns of the tables say, for `odd.md`: a table cannot have one that is not explained here. */
import { type TableName, tableNames, type tables } from './tables.ts';

type Meanings = { readonly [Table in TableName]: { readonly [Column in keyof (typeof tables)[Table]]: string } };

const tick = 'the newest tick when it happened; 0: before the first';
const seq = 'of its event in `events.jsonl.gz`';
const turn = 'the turn that did it';

const meanings: Meanings = {
  ticks: {
    tick: 'a row for each, from 1 on, when all had heard it',
    population: 'who live then',
    births: 'of its row, founders not among them',
    deaths: 'of its row',
    residents_millicredits: 'what residents hold then, the dead with what is still to be settled among them',
    pools_millicredits: 'what the pools of pods hold then',
    visitors_millicredits: 'what the wallets of visitors hold then',
    escrow_millicredits: 'what is held then for work, calls and gifts that have not ended',
    treasury_millicredits:
      'what the city has; below zero, what it minted and has not got back. All five together are 0',
    gini: 'of what those who live hold: 0, all the same; towards 1, one has all; empty, they hold nothing',
    applied: 'commands of residents and visitors that were carried out, of its row',
    refused: 'those that were refused, of its row',
    events: 'of its row',
  },
  residents: {
    resident: 'its id; after its name comes its number',
    name: 'also of the policy by which it lives',
    mentor: 'who adopted it; empty of a founder',
    born_tick: tick,
    died_tick: 'empty while it lives',
    cause: 'of its death: `natural`, its time was over; `credit`, it could not pay its upkeep; empty while it lives',
    balance_millicredits: 'at the end of the run; empty of the dead',
  },
  deaths: {
    tick,
    seq,
    resident: 'who died',
    name: 'its name',
    cause: 'as in `residents`',
    age_ticks: 'from its birth on',
    mentees: 'how many it had adopted',
  },
  postings: {
    turn,
    tick,
    from: 'the account that paid: `treasury`, `escrow`, or the id of a resident, pod or visitor',
    to: 'the account that got it',
    amount_millicredits: 'above zero',
    reason: 'what for',
  },
  pods: {
    pod: 'its id',
    name: 'as its owner called it',
    tier: 'its size',
    owner: 'who deployed it; empty when nobody owned it then',
    deployed_tick: tick,
    ended_tick: 'empty while it stands',
    calls: 'that came to their end and were paid, or were free',
    charged_millicredits: 'for these calls',
    pool_millicredits: 'in its pool at the end of the run; empty of one that has ended',
  },
  prices: {
    turn,
    tick,
    pod: 'whose price was set',
    per_query_millicredits: 'of a call from then on',
    per_entry_millicredits: 'of entering it; empty, nothing of its own was set',
  },
  meetings: {
    tick,
    seq,
    type: 'of that event',
    place: 'where; empty when nowhere in the city',
    resident: 'who did it: the giver, caller, mentor, who did the job',
    other: 'to whom: the one given to, the owner of the service, the newborn, who posted the job',
  },
};

const ofTicks =
  'Row k of `ticks` counts what was done after tick k - 1 came and what tick k itself brought. In events and in all other tables what was ' +
  'done after tick k - 1 has the tick k - 1, the newest one then: so a birth of tick 14 is counted in row 15, and a death by tick 14 in ' +
  'row 14. Amounts are millicredits: 1000 are a credit.';

/** As Markdown. */
export function columnMeanings(): string {
  const rows = tableNames.flatMap((table) =>
    Object.entries<string>(meanings[table]).map(([column, meaning]) => `| \`${table}\` | \`${column}\` | ${meaning} |`),
  );
  return `${ofTicks}\n\n| table | column | what it says |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
