/**
 * Messages in the memory of a city's residents, as many for each, written at once into the service's own table: no resident could say
 * a million of them over HTTP in the time of a bench. Nothing is written but them: a search reads nothing else.
 */
import { must } from '../../engine/assert.ts';
import { connect, type Sql } from '../../persistence/postgres/connections.ts';
import { schemaNameOf } from '../../persistence/postgres/service-storage.ts';
import type { City } from './city.ts';

export const messagesEach = 100;

const wordsCount = 2_000;
const sentencesCount = 10_000;
const sentenceWords = 14;
const messagesInSession = 25;
const peersEach = 5;
/** More than a message takes of its resident's space. */
const bytesApart = 2_000;
/** Coprime to the number of sentences: neighbours say other things. */
const stride = 7_919;

const syllables = ['ba', 'ko', 'ri', 'du', 'ne', 'la', 'to', 'vi', 'mu', 'so', 'ge', 'pa', 'fi', 'ho'] as const;

/** The word of that rank: the lower, the more often it is said. */
export const wordAt = (rank: number): string =>
  [rank, rank / syllables.length, rank / syllables.length ** 2]
    .map((n) => must(syllables[Math.floor(n) % syllables.length], 'a syllable'))
    .join('');

/** The same ones at each run. The most common word is in two thirds of them, that of rank 10 in one of fourteen. */
function sentences(): readonly string[] {
  let state = 1;
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const word = () => wordAt(Math.floor(wordsCount * chance() ** 3));
  return Array.from({ length: sentencesCount }, () => Array.from({ length: sentenceWords }, word).join(' '));
}

/** `messagesEach` for each of these residents. */
export async function remember(city: City, residents: readonly string[]): Promise<void> {
  const schema = { name: schemaNameOf('memory') };
  const sql = connect(city.database, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0, schema });
  try {
    await sql`set maintenance_work_mem = '512MB'`;
    await fillTables(sql, residents);
    const [index] = await sql<{ made: string }[]>`select pg_get_indexdef('message_words'::regclass) as made`;
    // Words that come one after the other cost the index many times what they cost it together.
    await sql`drop index message_words`;
    await sql`insert into workspace (resident) select id from who`;
    await say(sql);
    await sql.unsafe(must(index, 'the index on words').made);
    await sql`vacuum analyze message`;
  } finally {
    await sql.end();
  }
}

async function fillTables(sql: Sql, residents: readonly string[]): Promise<void> {
  await sql`create temporary table who as
    select value as id, ordinality - 1 as n
    from json_array_elements_text(${JSON.stringify(residents)}::text::json) with ordinality`;
  await sql`create temporary table sentence as
    select value as content, ordinality - 1 as n
    from json_array_elements_text(${JSON.stringify(sentences())}::text::json) with ordinality`;
  await sql`analyze who, sentence`;
}

const say = (sql: Sql) => sql`
  insert into message (resident, begins, id, session, peer, content)
  select who.id, said * ${bytesApart}::bigint, 'msg_' || who.n || '_' || said,
    'day-' || said / ${messagesInSession}::int, 'peer-' || said % ${peersEach}::int, content
  from who cross join generate_series(0, ${messagesEach - 1}::int) as said
  join sentence on sentence.n = (who.n * ${messagesEach}::int + said) * ${stride}::int % ${sentencesCount}::int`;
