/**
 * The messages of the Model Context Protocol, as the document of the City API shows them. They are JSON-RPC, whose own members are these
 * and no others; what stands in `params`, `result` and `data` belongs to the protocol, which adds to it with each revision: there they are
 * open.
 */
import { z } from 'zod';

const jsonrpc = z.literal('2.0');
const Id = z.union([z.string(), z.int()]);
const Meta = z
  .looseObject({})
  .meta({ description: 'Open, as the protocol is: clients and servers put names of their own here' });

const Params = z.looseObject({ _meta: Meta.optional() }).meta({
  description: 'Open, as the protocol is: each of its methods takes others, and its revisions add to them',
});

const ToolCall = z
  .strictObject({
    jsonrpc,
    id: Id,
    method: z.literal('tools/call'),
    params: z.looseObject({
      name: z.string().meta({ description: 'The tool, as `tools/list` names it' }),
      arguments: z.looseObject({}).optional().meta({ description: 'As the `inputSchema` of the tool says' }),
      _meta: Meta.optional(),
    }),
  })
  .meta({ id: 'mcp.tools.call', description: 'Calls a tool' });

const Request = z
  .strictObject({ jsonrpc, id: Id, method: z.string(), params: Params.optional() })
  .meta({ id: 'mcp.request', description: 'Any other request of the protocol, such as `tools/list`' });

const Notification = z
  .strictObject({ jsonrpc, method: z.string(), params: Params.optional() })
  .meta({ id: 'mcp.notification', description: 'Has no `id`, and no answer' });

const ToolResult = z
  .strictObject({
    content: z.array(
      z.union([
        z.strictObject({ type: z.literal('text'), text: z.string() }),
        z.strictObject({ type: z.literal('image'), data: z.base64(), mimeType: z.string() }),
      ]),
    ),
    isError: z.literal(true).optional().meta({ description: 'The call was refused, and the text says what to do' }),
    resultType: z.literal('complete').optional(),
    _meta: Meta.optional(),
  })
  .meta({ id: 'mcp.tools.result', description: 'Of a call of a tool: what a model reads' });

const OtherResult = z.looseObject({ _meta: Meta.optional() }).meta({
  description: 'Open, as the protocol is: each of its methods has its own result',
});

const Result = z
  .strictObject({ jsonrpc, id: Id, result: z.union([ToolResult, OtherResult]) })
  .meta({ id: 'mcp.result', description: 'What came of a request' });

const Failure = z
  .strictObject({
    jsonrpc,
    id: z.union([z.string(), z.number(), z.null()]).meta({ description: 'null, where the request could not be read' }),
    error: z.strictObject({
      code: z.int().meta({ description: 'As JSON-RPC and the protocol number their errors' }),
      message: z.string(),
      data: z.unknown().optional().meta({ description: 'Open, as the protocol is: each error has its own' }),
    }),
  })
  .meta({ id: 'mcp.error', description: 'Why there is no result' });

const Sent = z.union([ToolCall, Request, Notification, Result, Failure]);
/** A body of `POST /mcp`; clients of older revisions send several at once too. */
export const McpBody = z.union([Sent, z.array(Sent)]);

/** An answer to it that the protocol has. */
export const McpAnswer = z.union([Result, Failure]);

/** Why there is none. */
export const McpFailure = Failure;
