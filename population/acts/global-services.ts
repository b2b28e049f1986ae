/** Acts of residents on the global services of the city: they keep notes and find them, ask a model, write anonymous letters. */
import { type Came, type Read, read, readPart } from '../../client/answers.ts';
import type { RequestOutcome } from '../../client/retries.ts';
import { fieldsOf, listOf, milli, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { GlobalService } from '../../gateways/answers/global-services.ts';
import type { MailboxManifest } from '../../services/caddr/manifest.ts';
import type { AnswerTo, Bill } from '../../services/contract.ts';
import type { InferenceManifest } from '../../services/inference/manifest.ts';
import type { MemoryManifest } from '../../services/memory/manifest.ts';
import type { Resident } from '../resident.ts';

export const serviceActNames = ['remember', 'recall', 'ask_model', 'mail', 'inbox', 'library'] as const;
export type ServiceAct = (typeof serviceActNames)[number];

type Mailbox = MailboxManifest['operations'];
type Inference = InferenceManifest['operations'];
type Memory = MemoryManifest['operations'];

const services = '/v1/global-services';
/** Millicredits. */
const notePrice = 10;
/** Letters in a mailbox that one answer shows. */
const inboxPage = 200;
/** Letters to one mailbox, at most, since one answer must show all of them. */
const lettersMax = 150;

export async function performServiceAct(act: ServiceAct, who: Resident, others: readonly Resident[]): Promise<void> {
  switch (act) {
    case 'remember':
      return remember(who);
    case 'recall':
      return recall(who);
    case 'ask_model':
      return askModel(who);
    case 'mail':
      return mail(who, others);
    case 'inbox':
      return readInbox(who);
    case 'library':
      return visitLibrary(who);
  }
}

/** The cost of a call that was charged and whose answer was not kept: the city crashed between the two (409 `already_exists`). */
const chargedBefore = (outcome: RequestOutcome): number | undefined =>
  outcome.type === 'refused' && outcome.code === 'already_exists'
    ? milli(fieldsOf(outcome.body)['charged'])
    : undefined;

/** True when neither the call nor an earlier attempt, whose answer was lost, had an effect. */
const isRefused = (outcome: RequestOutcome): boolean => outcome.type === 'refused' && outcome.unsure === 0;

const notesOf = (who: Resident): string => `notes of ${who.id}`;
const mailTo = (address: string): string => `mail to ${address}`;

async function remember(who: Resident): Promise<void> {
  const { notes, channels } = who.context;
  const text = notes.begin(notesOf(who), channels.run);
  const path = `${services}/memory/sessions/days/messages`;
  const outcome = await who.post('remember', path, { messages: [{ peer_id: who.id, content: text }] });
  if (outcome.type === 'unknown') who.unpriced++;
  const charged = outcome.type === 'done' ? chargedIn(outcome) : chargedBefore(outcome);
  if (charged === undefined) {
    if (isRefused(outcome)) notes.note(notesOf(who), text, 'refused');
    return;
  }
  notes.note(notesOf(who), text, 'kept');
  who.noteCharge(charged);
  if (charged !== notePrice)
    who.context.findings.add('overcharged', () => `${who.id} paid ${charged / 1000} for a note`);
}

/** Searches for one of its newest notes, which is one unique word: exactly this note must be found. */
async function recall(who: Resident): Promise<void> {
  const { notes, findings, random } = who.context;
  const text = random.pick(notes.kept(notesOf(who)).slice(-100));
  if (text === undefined) return;
  const outcome = await who.post('recall', `${services}/memory/search`, { query: text });
  if (outcome.type !== 'done') return;
  const found = textsOf(read<AnswerTo<Memory['search']>>(outcome.body).items, 'content');
  if (!found.includes(text)) findings.add('missing', () => `${who.id} does not find its ${text}`);
  notes.judge(notesOf(who), found, findings);
}

/** This field of each item. */
const textsOf = <Item extends object>(
  items: Came<readonly Item[]> | undefined,
  field: NoInfer<keyof Read<Item>>,
): readonly string[] => listOf(items).map((item) => textOf(read<Item>(item)[field]));

/** Asks the first model on the list. Its words are not checked; its cost is. */
async function askModel(who: Resident): Promise<void> {
  const models = await who.get('models', `${services}/inference/models`);
  if (models.type !== 'done') return;
  const [model] = textsOf(read<AnswerTo<Inference['models']>>(models.body).data, 'id');
  if (model === undefined) return;
  const messages = [{ role: 'user', content: 'What should I build here?' }];
  const outcome = await who.post('ask_model', `${services}/inference/complete`, { model, messages, max_tokens: 16 });
  if (outcome.type === 'unknown') who.unpriced++;
  const costOf = (body: unknown) => milli(readPart(read<AnswerTo<Inference['complete']>>(body).usage).cost);
  const cost = outcome.type === 'done' ? costOf(outcome.body) : chargedBefore(outcome);
  if (cost === undefined) return;
  who.noteCharge(cost);
  if (!(cost > 0)) who.context.findings.add('answer_differs', () => `${who.id} asked a model for ${cost}`);
}

/** The address of a resident's mailbox, which is opened when there is none. */
async function addressOf(who: Resident): Promise<string | undefined> {
  const { addresses } = who.context;
  const known = addresses.get(who.id);
  if (known !== undefined) return known;
  const registered = await who.post('mailbox', `${services}/caddr/register`, {});
  const inbox = registered.type === 'done' ? registered : await who.get('inbox', `${services}/caddr/inbox`);
  if (inbox.type !== 'done') return undefined;
  const address = textOf(read<AnswerTo<Mailbox['register' | 'inbox']>>(inbox.body).address);
  addresses.set(who.id, address);
  return address;
}

async function mail(who: Resident, others: readonly Resident[]): Promise<void> {
  const { addresses, notes, channels, random } = who.context;
  if ((await addressOf(who)) === undefined) return;
  const to = addresses.get((random.pick(others) ?? who).id);
  if (to === undefined || notes.count(mailTo(to)) >= lettersMax) return;
  const text = notes.begin(mailTo(to), channels.run);
  const outcome = await who.post('mail', `${services}/caddr/send`, { to, body: text });
  if (outcome.type === 'done') notes.note(mailTo(to), text, 'kept');
  if (isRefused(outcome)) notes.note(mailTo(to), text, 'refused');
}

/** Every letter that was acknowledged before must be there, once, and none that nobody wrote to it. */
async function readInbox(who: Resident): Promise<void> {
  const { notes, findings } = who.context;
  const address = await addressOf(who);
  if (address === undefined) return;
  const before = notes.kept(mailTo(address));
  const outcome = await who.get('inbox', `${services}/caddr/inbox?limit=${inboxPage}`);
  if (outcome.type !== 'done') return;
  const bodies = textsOf(read<AnswerTo<Mailbox['inbox']>>(outcome.body).items, 'body');
  for (const text of before)
    if (!bodies.includes(text)) findings.add('lost_letter', () => `${text} is not in the mailbox of ${who.id}`);
  notes.judge(mailTo(address), bodies, findings);
}

/** Where there is no terminal the library refuses, and takes nothing. */
async function visitLibrary(who: Resident): Promise<void> {
  const list = await who.get('services', services);
  if (list.type !== 'done') return;
  const { items } = read<{ readonly items: readonly AnswerOf<typeof GlobalService>[] }>(list.body);
  const isHere = textsOf(items, 'id').includes('library-of-souls');
  const outcome = await who.get('library', `${services}/library-of-souls/entries?limit=5`);
  if (outcome.type === 'done') who.noteCharge(chargedIn(outcome));
  if (outcome.type === 'unknown') who.unpriced++;
  if (outcome.type === 'done' && !isHere)
    who.context.findings.add('wrongly_admitted', () => `${who.id} read the library without a terminal`);
}

const chargedIn = ({ body }: Extract<RequestOutcome, { type: 'done' }>): number => milli(read<Bill>(body).charged);
