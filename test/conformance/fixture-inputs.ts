/** Tools of the conformance suite that ask their caller back: each call says what is missing, until the next brings it. */
import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  type CallToolResult,
  type ClientCapabilities,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { textOf } from '../../gateways/mcp/shown-answer.ts';

/** `can`: what the caller says that it is able to. */
export type AskingTool = (
  context: ServerContext,
  can: ClientCapabilities,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

/** What is remembered from one call to the next, in the hands of the caller: signed. */
export const stateCodec = createRequestStateCodec({ key: randomBytes(32) });

const Name = z.object({ name: z.string() });
const Color = z.object({ color: z.string() });
const Context = z.object({ context: z.string() });
const Confirmed = z.object({ ok: z.boolean() });

const done = (text: string): CallToolResult => ({ content: [textOf(text)] });

const nameAsked = inputRequired.elicit({ message: 'What is your name?', requestedSchema: Name });
const confirmationAsked = inputRequired.elicit({ message: 'Please confirm', requestedSchema: Confirmed });
const contextAsked = inputRequired.elicit({
  message: 'What context should the prompt use?',
  requestedSchema: Context,
});
const modelAsked = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: textOf(text) }], maxTokens });

const elicitation: AskingTool = ({ mcpReq: { inputResponses } }) => {
  const given = acceptedContent(inputResponses, 'user_name', Name);
  return given ? done(`Hello, ${given.name}!`) : inputRequired({ inputRequests: { user_name: nameAsked } });
};

const sampling: AskingTool = ({ mcpReq: { inputResponses } }) => {
  const answer = inputResponse(inputResponses, 'capital_question');
  return answer.kind === 'sampling'
    ? done(JSON.stringify(answer.result.content))
    : inputRequired({ inputRequests: { capital_question: modelAsked('What is the capital of France?', 100) } });
};

const listRoots: AskingTool = ({ mcpReq: { inputResponses } }) => {
  const answer = inputResponse(inputResponses, 'client_roots');
  return answer.kind === 'roots'
    ? done(answer.roots.map(({ uri }) => uri).join(' '))
    : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
};

/** Confirmed only with the state that was given along with the question. */
const confirmed: AskingTool = async ({ mcpReq: { inputResponses, requestState } }) =>
  requestState() === 'asked' && acceptedContent(inputResponses, 'confirm', Confirmed)
    ? done('state-ok')
    : inputRequired({
        inputRequests: { confirm: confirmationAsked },
        requestState: await stateCodec.mint('asked'),
      });

const multipleInputs: AskingTool = async ({ mcpReq: { inputResponses, requestState } }) => {
  const name = acceptedContent(inputResponses, 'user_name', Name);
  const greeting = inputResponse(inputResponses, 'greeting');
  const roots = inputResponse(inputResponses, 'client_roots');
  if (requestState() === 'asked' && name && greeting.kind === 'sampling' && roots.kind === 'roots')
    return done(`${JSON.stringify(greeting.result.content)} for ${name.name}, who has ${roots.roots.length} roots`);
  return inputRequired({
    inputRequests: {
      user_name: nameAsked,
      greeting: modelAsked('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    requestState: await stateCodec.mint('asked'),
  });
};

/** The state of the second round is the answer to the first. */
const multiRound: AskingTool = async ({ mcpReq: { inputResponses, requestState } }) => {
  const state = Name.safeParse(requestState());
  const known = state.success ? state.data : acceptedContent(inputResponses, 'step1', Name);
  const color = acceptedContent(inputResponses, 'step2', Color);
  if (known && color) return done(`${known.name} likes ${color.color}`);
  const [step, message, requestedSchema] = known
    ? ['step2', 'Step 2: What is your favorite color?', Color]
    : ['step1', 'Step 1: What is your name?', Name];
  return inputRequired({
    inputRequests: { [step]: inputRequired.elicit({ message, requestedSchema }) },
    requestState: await stateCodec.mint(known ?? 'asked'),
  });
};

/** Asks only what the caller can answer. */
const capabilities: AskingTool = (_, can) => {
  const inputRequests: InputRequests = {};
  if (can.elicitation) inputRequests['user_name'] = nameAsked;
  if (can.sampling) inputRequests['greeting'] = modelAsked('Generate a greeting', 50);
  if (can.roots) inputRequests['client_roots'] = inputRequired.listRoots();
  return inputRequired({ inputRequests });
};

/** The prompt that asks back. */
export function promptAsking({ mcpReq: { inputResponses } }: ServerContext): GetPromptResult | InputRequiredResult {
  const given = acceptedContent(inputResponses, 'user_context', Context);
  return given
    ? { messages: [{ role: 'user', content: textOf(`The context is: ${given.context}`) }] }
    : inputRequired({ inputRequests: { user_context: contextAsked } });
}

export const inputTools: Readonly<Record<string, AskingTool>> = {
  test_missing_capability: sampling,
  test_streaming_elicitation: elicitation,
  test_input_required_result_elicitation: elicitation,
  test_input_required_result_sampling: sampling,
  test_input_required_result_list_roots: listRoots,
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: multipleInputs,
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: capabilities,
};
