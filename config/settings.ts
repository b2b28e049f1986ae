/**
 * Every setting and bound of the city, with its unit: parsed once, from environment variables of the same name in
 * capitals, and passed on as plain data. Nothing else reads the environment.
 */
import { validate } from 'node-cron';
import { z } from 'zod';
import { ruleShape } from './rules.ts';
import { credits, httpUrl, isPostgresUrl, modelName, notPostgresUrl, perhapsWhole, whole } from './units.ts';

const mindsUsual = 12;
/** The most that there can be of founders, and of residents whom minds live at once. */
export const foundersMax = 1_000;

const shape = {
  ...ruleShape,
  HOST: z.string().min(1).default('127.0.0.1'),
  CITY_PORT: whole(3000, 0, 65_535),
  PORTAL_PORT: whole(3002, 0, 65_535),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Unset: the embedded server in the data folder. */
  DATABASE_URL: z.string().refine(isPostgresUrl, notPostgresUrl).optional(),
  /** 1: begins a city in the database of `DATABASE_URL` although `DATA_DIR` holds one already. */
  NEW_CITY: whole(0, 0, 1),
  /** Unset: made at first start and kept in the data folder. */
  ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{24,128}$/, 'must have 24 to 128 printable ASCII characters without spaces')
    .optional(),
  /** A node-cron expression, or `manual`: ticks come from the operator alone. */
  TICK_CRON: z
    .string()
    .refine((given) => given === 'manual' || validate(given), 'neither a cron expression nor `manual`')
    .default('*/5 * * * *'),
  /** Where residents' code runs. `auto`: in Docker when an engine answers, else embedded. */
  SANDBOX: z.enum(['auto', 'docker', 'embedded', 'off']).default('auto'),
  /** Containers kept warm at most; the longest unused is stopped. */
  SANDBOX_WARM_MAX: whole(16, 1, 1_000, 'containers'),
  /** Runs and calls at once, of all places together. */
  SANDBOX_JOBS_MAX: whole(8, 1, 1_000, 'jobs'),
  /** Bytes of a paid answer of a global service above which it is not kept under the key of its request. */
  SERVICE_ANSWER_KEPT_BYTES: whole(1_048_576, 0, 4_194_304, 'bytes'),
  /** An OpenAI-compatible server, its version in the path. Unset: inference is the rule-based model `template` alone. */
  INFERENCE_BASE_URL: httpUrl.optional(),
  /** Unset: the server wants none. */
  INFERENCE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must have 1 to 1000 printable ASCII characters without spaces')
    .optional(),
  /** The server's names of the models that residents call `small`, `medium` and `large`; unset: that model is not offered. */
  INFERENCE_MODEL_SMALL: modelName,
  INFERENCE_MODEL_MEDIUM: modelName,
  INFERENCE_MODEL_LARGE: modelName,
  /** Tokens that each model can read and write in one call. */
  INFERENCE_CONTEXT_SMALL: whole(32_768, 512, 10_000_000, 'tokens'),
  INFERENCE_CONTEXT_MEDIUM: whole(32_768, 512, 10_000_000, 'tokens'),
  INFERENCE_CONTEXT_LARGE: whole(32_768, 512, 10_000_000, 'tokens'),
  /** Prices for 1,000 tokens. `template` costs as much as `small`. */
  INFERENCE_PROMPT_PRICE_SMALL: credits(0.01, ' for 1,000 tokens'),
  INFERENCE_PROMPT_PRICE_MEDIUM: credits(0.05, ' for 1,000 tokens'),
  INFERENCE_PROMPT_PRICE_LARGE: credits(0.25, ' for 1,000 tokens'),
  INFERENCE_COMPLETION_PRICE_SMALL: credits(0.04, ' for 1,000 tokens'),
  INFERENCE_COMPLETION_PRICE_MEDIUM: credits(0.2, ' for 1,000 tokens'),
  INFERENCE_COMPLETION_PRICE_LARGE: credits(1, ' for 1,000 tokens'),
  /** Days after which a message in an anonymous mailbox is removed, and a mailbox that nobody has looked into. */
  CADDR_LETTER_DAYS: whole(30, 1, 36_500, 'days'),
  CADDR_MAILBOX_DAYS: whole(90, 1, 36_500, 'days'),
  /** Bytes of all messages in one mailbox; a message has 16,000 at most. */
  CADDR_MAILBOX_BYTES_MAX: whole(4_194_304, 16_000, 16_000_000, 'bytes'),
  /** Calls of one resident in any span of a minute, for each global service. */
  INFERENCE_RATE_PER_MINUTE: whole(60, 1, 10_000, 'calls a minute'),
  MEMORY_RATE_PER_MINUTE: whole(120, 1, 10_000, 'calls a minute'),
  LIBRARY_RATE_PER_MINUTE: whole(60, 1, 10_000, 'calls a minute'),
  CADDR_RATE_PER_MINUTE: whole(60, 1, 10_000, 'calls a minute'),
  /** The price of a call of the library of souls. */
  LIBRARY_CALL_PRICE: credits(0.5),
  /** When to ask again for an entry that is on its way. */
  LIBRARY_RETRY_SECONDS: whole(5, 1, 3_600, 'seconds'),
  /** The prices of each message that memory keeps, and of an answer of each level. */
  MEMORY_MESSAGE_PRICE: credits(0.01),
  MEMORY_REASONING_PRICE_MINIMAL: credits(0.05),
  MEMORY_REASONING_PRICE_LOW: credits(0.1),
  MEMORY_REASONING_PRICE_MEDIUM: credits(0.25),
  MEMORY_REASONING_PRICE_HIGH: credits(0.5),
  MEMORY_REASONING_PRICE_MAX: credits(1),
  /** An image to run code in; unset: one made from this machine's own Node. */
  SANDBOX_IMAGE: z.string().min(1).optional(),
  /**
   * The first of 10,000 uids, one for each living container; nobody else on the machine may have them. Unset: 1879048192, or 20000 where
   * Docker maps users (rootless, userns-remap).
   */
  SANDBOX_UID_BASE: z.coerce.number().int().min(1_000).max(2_147_473_000).optional(),
  /** Core containers at the same time, and the bounds of each. */
  CORES_MAX: whole(16, 0, 256, 'containers'),
  CORE_MEMORY_MIB: whole(256, 64, 65_536, 'MiB'),
  /** For files that its program writes, which lie in memory: on top of its memory. */
  CORE_DISK_MIB: whole(64, 1, 65_536, 'MiB'),
  /** Thousandths of a processor. */
  CORE_CPU_MILLIS: whole(500, 50, 64_000, 'thousandths'),
  /** Derives the city's secret, for cities that are to be reproduced (OP3). Unset: the secret is drawn at first start. */
  CITY_SEED: z.string().min(1).optional(),
  /** 1: when nobody lives, the city founds its founders again at the next tick of its cron. */
  REFOUND: whole(1, 0, 1),
  /**
   * Founders whom minds of the city live; 0: no minds live here. Unset: 12 or `MINDS_MAX`, whichever is less, or 0 when `TICK_CRON` is
   * `manual` or `MINDS_LIVE_HERE` is 1.
   */
  MINDS: perhapsWhole(0, foundersMax, 'founders'),
  /** What each founder has in a city in which minds live: enough for a place of its own, and to live until that sells. */
  FOUNDER_CREDITS: credits(170),
  /** Residents whom minds live at the same time, the founders among them; residents that are born beyond that wait. */
  MINDS_MAX: whole(60, 1, foundersMax, 'residents'),
  /**
   * Rate limit and budget of each mind. A mind spends its budget on a language model, where there is one (`INFERENCE_BASE_URL`); with 0
   * it decides by rules alone.
   */
  MIND_ACTS_PER_MINUTE: whole(30, 1, 600, 'acts a minute'),
  MIND_BUDGET: credits(0.2, ' a tick for each mind'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),

  /** Requests that a resident may make in a minute, on all endpoints together. */
  RESIDENT_RATE_PER_MINUTE: whole(600, 1, 1_000_000_000, 'requests a minute'),
  /** Refused tokens of one address in a minute, on both gateways together; requests with a valid token are always served. */
  STRANGER_RATE_PER_MINUTE: whole(20, 1, 1_000_000_000, 'refused tokens a minute'),
  /** Requests that a visitor, and a portal station, may make in a minute. */
  VISITOR_RATE_PER_MINUTE: whole(60, 1, 1_000_000_000, 'requests a minute'),
  STATION_RATE_PER_MINUTE: whole(60, 1, 1_000_000_000, 'requests a minute'),
  /** Of these, requests by which one visitor speaks or prints at portal stations. */
  STATION_VISITS_PER_MINUTE: whole(60, 1, 1_000_000_000, 'requests a minute'),
  /** And requests by which one visitor asks residents, leaves notes, names wishes or posts jobs. */
  VISITOR_WORDS_PER_MINUTE: whole(10, 1, 1_000_000_000, 'requests a minute'),
  /** A portal station is inactive when no heartbeat has come for so many seconds. */
  STATION_SILENT_SECONDS: whole(60, 1, 86_400, 'seconds'),
  /**
   * Requests without a token on the Portal Gateway, from one address in a minute: those that would change something; those that read
   * residents and places.
   */
  ANONYMOUS_WRITES_PER_MINUTE: whole(20, 1, 1_000_000_000, 'requests a minute'),
  ANONYMOUS_LOOKS_PER_MINUTE: whole(300, 1, 1_000_000_000, 'requests a minute'),
  /** 1: anybody may look at the charts of the city, as far as strangers may see it (CH5). */
  CHARTS_PUBLIC: whole(0, 0, 1),
  /** The operator's own proxies before both gateways: so many entries of `X-Forwarded-For`, from the right, are trusted. */
  TRUSTED_PROXIES: whole(0, 0, 16, 'proxies'),
  /**
   * The addresses of the City API for residents, which visitors get with a token, and of the Portal for visitors. Unset: the address of
   * the request.
   */
  CITY_PUBLIC_URL: httpUrl.optional(),
  PORTAL_PUBLIC_URL: httpUrl.optional(),

  /** Events that one `resume` may read, the newest of those missed; the database takes seconds for 1,000,000. */
  RESUME_EVENTS_MAX: whole(1_000_000, 1_000, 1_000_000_000, 'events'),

  /** Longest stretch, in milliseconds, for which wake-ups may delay requests (K3). */
  TICK_SLICE_MS: z.coerce.number().min(0.05).max(1000).default(0.2).meta({ unit: 'ms' }),
  /** Age of a batch, in milliseconds, from which callers are answered `unknown` (J5). */
  COMMIT_DEADLINE_MS: whole(1000, 50, 60_000, 'ms'),
  /** Turns sealed and not yet durable above which new commands are refused. */
  BACKLOG_TURNS_MAX: whole(20_000, 100, 1_000_000, 'turns'),
  /** Turns in one statement. */
  BATCH_TURNS_MAX: whole(2000, 1, 100_000, 'turns'),
  /** Characters in one statement (J8). */
  BATCH_BYTES_MAX: whole(4_194_304, 65_536, 268_435_456, 'characters'),
  /** Images written at once by a checkpoint. */
  CHECKPOINT_SLICE: whole(1000, 10, 100_000, 'images'),
  /** Seconds between two checkpoints; 0 for none but at shutdown. */
  CHECKPOINT_SECONDS: whole(300, 0, 86_400, 'seconds'),
  /** Turns between two bases, from which the past is opened; 0 for none but those that `prune` and `base` make. */
  BASE_TURNS: whole(20_000, 0, 1_000_000_000, 'turns'),
  /** Days, and GiB on disk, of journal and events that the city keeps, which it looks after each hour (J8). Unset: all of them. */
  KEEP_DAYS: perhapsWhole(1, 36_500, 'days'),
  KEEP_GIB: z.coerce.number().min(0.01).max(1_000_000).optional().meta({ unit: 'GiB' }),
  /** Longest time, in milliseconds, that a shutdown may take (OP13). */
  DRAIN_MS: whole(9000, 100, 60_000, 'ms'),
};

const models = ['INFERENCE_MODEL_SMALL', 'INFERENCE_MODEL_MEDIUM', 'INFERENCE_MODEL_LARGE'] as const;

const schema = z
  .object(shape)
  .refine(({ CITY_PORT, PORTAL_PORT }) => CITY_PORT === 0 || CITY_PORT !== PORTAL_PORT, {
    path: ['CITY_PORT', 'PORTAL_PORT'],
    message: 'the same port for both',
  })
  .refine((settings) => settings.JOB_REVIEW_TICKS <= settings.JOB_REVIEW_TICKS_MAX, {
    path: ['JOB_REVIEW_TICKS'],
    message: 'longer than JOB_REVIEW_TICKS_MAX',
  })
  .refine(({ MINDS = 0, MINDS_MAX }) => MINDS <= MINDS_MAX, {
    path: ['MINDS'],
    message:
      'more founders than minds may live at once, which is MINDS_MAX (60 where it is not set): raise that to as many',
  })
  .refine((settings) => settings.INFERENCE_BASE_URL === undefined || models.some((name) => settings[name]), {
    path: ['INFERENCE_BASE_URL'],
    message: `a server without a model: set one or more of ${models.join(', ')} to what it calls it`,
  })
  .refine((settings) => settings.INFERENCE_BASE_URL !== undefined || !models.some((name) => settings[name]), {
    path: [...models],
    message: 'a model without a server: set INFERENCE_BASE_URL',
  });

type Settings = z.infer<typeof schema>;

export type Config = Settings & {
  readonly MINDS: number;
  readonly MINDS_LIVE_HERE: number;
  /** The numbers that rules read, by name. */
  readonly rules: Readonly<Record<string, number>>;
};

type Setting = keyof typeof shape;

/** Every setting, in the order of this file. */
export const settingNames = Object.keys(shape) as readonly Setting[];

/** Settings whose values are never shown. */
export const secretSettings: ReadonlySet<string> = new Set<Setting>(['ADMIN_TOKEN', 'CITY_SEED', 'INFERENCE_API_KEY']);

/** The value in the unit in which it is given: amounts are given in credits and kept in millicredits. */
export function inItsUnit(name: Setting, value: number): string {
  const { unit, isAmount } = shape[name].meta() ?? {};
  return `${isAmount === true ? value / 1000 : value}${typeof unit === 'string' ? ` ${unit}` : ''}`;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The settings of `env`; throws an error that names every wrong one. */
export function readConfig(env: Env): Config {
  const { config, wrong } = examine(env);
  if (wrong.length > 0) throw new Error(`Settings that cannot be used:\n  ${wrong.join('\n  ')}`);
  return config;
}

/** The settings of an environment. */
export interface Examined {
  /** With defaults in place of settings that cannot be used. */
  readonly config: Config;
  /** What is wrong with those. */
  readonly wrong: readonly string[];
  /** The names of those that the environment sets. */
  readonly refused: ReadonlySet<string>;
}

/** The settings of `env`. */
export function examine(env: Env): Examined {
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const parsed = schema.safeParse(given);
  if (parsed.success) return { config: configOf(parsed.data), wrong: [], refused: new Set() };
  const { issues } = parsed.error;
  const named = issues.flatMap(({ path }) => path.map(String));
  const left = examine({ ...env, ...Object.fromEntries(named.map((name) => [name, ''])) });
  return {
    config: left.config,
    wrong: [...issues.map(({ path, message }) => `${path.join(', ')}: ${message}`), ...left.wrong],
    refused: new Set([...named.filter((name) => given[name] !== undefined), ...left.refused]),
  };
}

function configOf(parsed: Settings): Config {
  const hasOthers = parsed.TICK_CRON === 'manual' || parsed.MINDS_LIVE_HERE === 1;
  const { MINDS = hasOthers ? 0 : Math.min(mindsUsual, parsed.MINDS_MAX) } = parsed;
  const { MINDS_LIVE_HERE = Math.min(MINDS, 1) } = parsed;
  const settings = { ...parsed, MINDS, MINDS_LIVE_HERE };
  const rules: Record<string, number> = {};
  for (const [name, value] of Object.entries(settings))
    if (name in ruleShape && typeof value === 'number') rules[name] = value;
  return { ...settings, rules };
}
