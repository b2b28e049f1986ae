/** A city with the service of inference, and somebody with credits. */
import type { Test } from 'tap';
import { balanceAt } from '../../engine/state/ledger.ts';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import { type InferenceSettings, inference } from '../../services/inference/index.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { silentLog } from '../world.ts';

export const path = '/v1/global-services/inference';

const prices = { prompt: 10, completion: 40 };

/** Settings for a model server at that address, or for none. */
const settingsFor = (baseUrl: string | null): InferenceSettings => ({
  server: baseUrl === null ? null : { baseUrl, apiKey: 'sk-of-the-operator' },
  models:
    baseUrl === null
      ? []
      : [
          { id: 'small', name: 'tiny-1', contextLength: 4_096, prices },
          { id: 'large', name: 'huge-1', contextLength: 131_072, prices: { prompt: 250, completion: 1_000 } },
        ],
  templatePrices: prices,
  callsPerMinute: 60,
  now: () => 1_700_000_000_000,
});

export async function inferenceCity(t: Test, baseUrl: string | null, deadlineMs = 60_000) {
  const service = inference(settingsFor(baseUrl));
  const manifest = { ...service.manifest, deadlineMs };
  let now = 0;
  const calls = new ServiceCalls({
    manifests: [manifest],
    clock: { elapsed: () => now },
    log: silentLog,
    rateNamesMax: 100,
    answerKeptBytesMax: 10_000,
  });
  const storage = { run: () => Promise.reject(new Error('it has no tables')) };
  const opened = await service.open({ storage, secret: 'secret' });
  t.teardown(() => opened.close());
  calls.attach(manifest.id, opened.handlers);
  const services = { offered: [{ manifest, skill: service.skill, pseudonymKey: 'key' }], calls };
  const world = await startedWorld(t, { services: calls.performer() }, { services });
  const ada = await world.resident('Ada', 100);
  const balance = async () => (await ada.get('/v1/me')).body['balance'];
  const escrow = () => balanceAt(world.city.state.account('escrow'), 0);
  /** Forgets the calls that were counted. */
  const pass = () => {
    now += 60_000;
  };
  return { ...world, ada, balance, escrow, pass, calls };
}

export const hello = [{ role: 'user', content: 'Hello' }] as const;
