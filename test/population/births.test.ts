/** The checks of souls and births find every fault of a city: each check turns red. */
import t from 'tap';
import { ExpectedBirths } from '../../population/checks/expected-souls-and-births.ts';
import { Findings } from '../../population/checks/findings.ts';

const everybody = new Set(['ada', 'wren', 'finch']);
const seed = 60_000;
const donation = 30_000;

/** A mentor, a soul, and who was born of it: everything as it must be, unless a test says otherwise. */
class Life {
  readonly findings = new Findings();
  readonly births = new ExpectedBirths(this.findings);
  #seq = 0;

  constructor() {
    this.births.noteFounder('ada');
  }

  told(soul: string, ...steps: readonly ('queued' | 'adopted' | 'born' | 'died' | 'withdrawn' | 'returned')[]): this {
    for (const step of steps) {
      const data = { mentor: 'ada', resident: `child of ${soul}` };
      this.births.noteNotice('vic', { type: `soul.${step}`, seq: ++this.#seq, subject: soul, data });
    }
    return this;
  }

  written(soul: string, from: number, to: number): this {
    this.births.noteWritten(soul, 'vic', from, to);
    return this;
  }

  /** Adopted by ada, who heard of it, and grown up. */
  born(soul: string, { earned = seed + donation, generation = 1, heard = 1 } = {}): this {
    const id = `child of ${soul}`;
    this.births.noteAdopted('ada', donation, { id });
    const born = { seq: ++this.#seq, type: 'resident.born', at: '', subject: id, actor: id, location: 'home' } as const;
    for (let times = 0; times < heard; times++)
      this.births.hear('ada', { ...born, data: { mentor: 'ada' } }, 'city-commons');
    this.births.noteNewborn(id, { balance: earned, earned, spent: 0, mentor: 'ada', generation });
    return this;
  }

  found(dead: readonly string[] = []): object {
    this.births.judgeAll(everybody, new Set(dead));
    return Object.fromEntries(this.findings.counts);
  }
}

const sound = () => new Life().written('a', 1, 2).told('a', 'queued', 'adopted', 'born').born('a');

t.test('[BB1] [BB3] each soul takes each step once, and its visitor is notified of it', async (t) => {
  t.same(sound().found(), {});
  t.same(sound().told('a', 'died').found(), {}, 'a death that only its visitor has heard of yet');
  t.same(new Life().written('a', 1, 2).found(), { unheard: 1 }, 'never queued');
  t.same(new Life().written('a', 1, 2).told('a', 'queued', 'born').born('a').found(), { unheard: 1 });
  t.same(sound().told('a', 'queued').found(), { doubled: 1 });
  t.same(sound().found(['child of a']), { unheard: 2 }, 'neither its visitor nor its mentor heard of the death');
  t.same(sound().born('a').found(), { doubled: 2 }, 'one child adopted and heard of twice');
  const both = sound().written('b', 3, 4).told('b', 'queued', 'adopted', 'born');
  both.births.noteNotice('vic', {
    type: 'soul.born',
    seq: 9,
    subject: 'c',
    data: { mentor: 'ada', resident: 'child of a' },
  });
  t.match(both.found(), { doubled: 1, unasked: 2 }, 'born of two, of a soul that nobody wrote, and unacknowledged');
});

t.test('[BB2] the soul that was written first leaves the queue first', async (t) => {
  const inTurn = () => new Life().written('a', 1, 2).written('b', 3, 4);
  const backwards = inTurn().told('b', 'queued', 'adopted', 'born').told('a', 'queued', 'adopted', 'born');
  t.same(backwards.born('a').born('b').found(), { out_of_order: 1 });
  const passedOver = inTurn().told('b', 'queued', 'adopted', 'born').told('a', 'queued');
  t.same(passedOver.born('b').found(), { out_of_order: 1 });
  const sideBySide = new Life().written('a', 1, 3).written('b', 2, 4);
  sideBySide.told('b', 'queued', 'adopted', 'born').told('a', 'queued', 'adopted', 'born');
  t.same(sideBySide.born('a').born('b').found(), {}, 'either may have been first');
  const gone = inTurn().told('a', 'queued', 'withdrawn').told('b', 'queued', 'adopted', 'born');
  t.same(gone.born('b').found(), {});
});

t.test('[BB4] [BB5] whose child it is, and what it begins with', async (t) => {
  const born = (how: Parameters<Life['born']>[1]) =>
    sound().written('b', 3, 4).told('b', 'queued', 'adopted', 'born').born('b', how).found();
  t.same(born({}), {});
  t.same(born({ earned: seed + donation - 1 }), { balance: 1 }, 'another seed than the first');
  t.same(born({ generation: 3 }), { answer_differs: 1 });
  t.same(born({ heard: 0 }), { unheard: 1 });
  t.same(born({ heard: 2 }), { doubled: 1 });
  const listed = sound();
  listed.births.checkMentees('ada', ['child of a'], () => true);
  t.same(listed.found(), {});
  listed.births.checkMentees('ada', ['child of z'], () => true);
  t.same(listed.found(), { unheard: 1, unasked: 1 }, 'one is missing, and one is not its own');
});
