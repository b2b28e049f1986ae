/** The limits and rules of the gateway that pages repeat are those that the gateway has. */
import t from 'tap';
import { eventTypes } from '../../actors/event-types.ts';
import { isLeftToMinds } from '../../actors/rules/birth/left-to-minds.ts';
import { placesNextToMax } from '../../actors/rules/place/public-view.ts';
import { ticksMax as gatewayTicksMax, mayTick } from '../../gateways/portal/routes/time.ts';
import {
  Handle,
  nameCharsMax,
  Password,
  questionCharsMax,
  textCharsMax,
  wishCharsMax,
} from '../../gateways/schema/fields.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { pictureBytesMax, pictureSideMax } from '../../gateways/stations/plain-jpeg.ts';
import { speedMax, speedMin } from '../../gateways/tick-speed.ts';
import * as limits from '../../web/lib/limits.ts';

t.test('limits', async (t) => {
  t.equal(limits.ticksMax, gatewayTicksMax);
  t.same([limits.speeds[0], limits.speeds.at(-1)], [speedMin, speedMax]);
  t.equal(limits.messageCharsMax, textCharsMax);
  t.equal(limits.shortTextCharsMax, questionCharsMax);
  t.equal(limits.wishCharsMax, wishCharsMax);
  t.equal(limits.titleCharsMax, nameCharsMax);
  t.same([limits.pictureSideMax, limits.pictureBytesMax], [pictureSideMax, pictureBytesMax]);
  for (const [field, { min, max }] of [
    [Handle, limits.handleChars],
    [Password, limits.passwordChars],
  ] as const)
    t.same(
      [min - 1, min, max, max + 1].map((length) => field.safeParse('a'.repeat(length)).success),
      [false, true, true, false],
    );
  t.equal(limits.nextToMax, placesNextToMax);
  t.equal(limits.eventsKept, gatewayDefaults.publicEventsKept);
});

t.test(
  'who is born of a soul can be left to programs of the city where they live, and it brings no container',
  async (t) => {
    for (const runtime of ['external', 'container'] as const) {
      t.equal(limits.canBeLeft(true, runtime), isLeftToMinds({ livedBy: 'city', runtime }), runtime);
      t.equal(limits.canBeLeft(false, runtime), false);
    }
  },
);

t.test('an operator may move the clock where the gateway lets it', async (t) => {
  for (const manual_ticks of [true, false])
    for (const paused of [true, false])
      t.equal(limits.mayTick({ manual_ticks, paused }), mayTick(manual_ticks, paused), `${manual_ticks} ${paused}`);
});

t.test('the page of a visitor leaves a third of its requests to the visitor, however much happens', async (t) => {
  const looks = Object.values(limits.visitorFetchMs).map((everyMs) => 60_000 / everyMs);
  t.ok(looks.reduce((sum, one) => sum + one, 0) <= (2 / 3) * gatewayDefaults.visitorRatePerMinute);
});

t.test('what is looked for among the notifications are events of the city', async (t) => {
  t.same(Object.keys(eventTypes).filter(limits.isNotified).sort(), [
    ...['credits.alert', 'credits.received', 'credits.transferred', 'death.warning', 'job.cancelled', 'job.claimed'],
    ...['job.completed', 'job.expired', 'job.reopened', 'job.submitted', 'question.answered', 'question.lapsed'],
    'resident.dying',
    ...['resident.thought', 'soul.adopted', 'soul.born', 'soul.died', 'soul.queued', 'soul.returned'],
    ...['soul.withdrawn', 'token.ended', 'token.missed', 'token.replaced', 'token.shown'],
  ]);
});
