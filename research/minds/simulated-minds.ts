/**
 * Minds in a simulated city: the programs of `minds/`, unchanged, who reach it by the routes of the City API (`in-process-transport.ts`),
 * wait in virtual time, and throw the dice of their resident and tick.
 *
 * SM6  One acts at a time: who wakes goes on until it waits again, and all that follows from its acts has come to its end. So the order of
 *      turns depends on no clock but that of the simulation.
 */

import { InProcessCityApi } from '../../gateways/city/in-process-city-api.ts';
import { gatewaySettings } from '../../gateways/settings.ts';
import { beginMind, type LivingMind } from '../../minds/mind.ts';
import type { MindPorts } from '../../minds/mind-ports.ts';
import type { Minds, MindsGround, MindsOf } from '../simulation/minds.ts';
import { PolicyFailed } from '../simulation/policy-failed.ts';
import { silentLog } from '../simulation/virtual-city.ts';
import { InProcessTransport } from './in-process-transport.ts';
import { tickDice } from './tick-dice.ts';
import { VirtualTime } from './virtual-time.ts';

/** They decide by rules: nothing is spent on a model. */
const brain = { kind: 'rules', creditsPerTick: 0 } as const;

export const mindsIn: MindsOf = (ground) => new SimulatedMinds(ground);

class SimulatedMinds implements Minds {
  readonly #ground: MindsGround;
  readonly #time: VirtualTime;
  readonly #api: InProcessCityApi;
  readonly #transport: InProcessTransport;
  readonly #living = new Map<string, LivingMind>();
  /** A defect of a mind: the run cannot go on. */
  #failed: PolicyFailed | undefined;

  constructor(ground: MindsGround) {
    const { client, clock, seed, config } = ground;
    this.#ground = ground;
    this.#time = new VirtualTime(clock);
    this.#api = new InProcessCityApi({
      ...{ city: client.counting, settings: gatewaySettings(config), clock, log: silentLog },
      cursorKey: `cursors of simulation ${seed}`,
    });
    this.#transport = new InProcessTransport(this.#api, client);
  }

  lives(resident: string): boolean {
    return this.#living.has(resident);
  }

  async begin(resident: string, token: string): Promise<void> {
    const mind = beginMind({
      ports: this.#portsOf(resident),
      token,
      actsPerMinute: this.#ground.config.MIND_ACTS_PER_MINUTE,
      brain,
      onLiving: () => {},
      onDefect: (cause) => {
        const why = cause instanceof Error ? cause.message : String(cause);
        this.#failed ??= new PolicyFailed(resident, this.#tick, `it threw ${why}`);
      },
    });
    this.#living.set(resident, mind);
    void mind.ended.then(() => this.#living.delete(resident));
    await this.#settle();
  }

  async liveUntil(ms: number): Promise<void> {
    while (this.#time.wakeNext(ms)) await this.#settle();
  }

  async close(): Promise<void> {
    const ends = [...this.#living.values()].map((mind) => mind.stop());
    this.#time.end();
    await Promise.all(ends);
    this.#api.close();
  }

  async #settle(): Promise<void> {
    await this.#transport.settled();
    if (this.#failed !== undefined) throw this.#failed;
  }

  get #tick(): number {
    return this.#ground.client.city.state.counters.tick;
  }

  #portsOf(resident: string): MindPorts {
    let keys = 0;
    return {
      clock: this.#time,
      connect: (token) => this.#transport.connect(token),
      // Of one resident: its keys are its own.
      newKey: () => `mind ${++keys}`,
      diceOf: () => tickDice(this.#ground.seed, resident, () => this.#tick),
    };
  }
}
