import type { IncomingHttpHeaders } from 'node:http';
import { RPC, RpcError, RpcMessage } from './rpc.ts';

/** Revisions in which every request says its version in `_meta`, and nothing is kept between requests. */
const MODERN = ['2026-07-28'];
/** Revisions that begin with `initialize`. They are served without a session. */
const LEGACY = ['2025-11-25', '2025-06-18'] as const;
export const VERSIONS: readonly string[] = [...MODERN, ...LEGACY];

const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

/** A message whose version and headers agree. */
export type Message = RpcMessage & { isModern: boolean };

/** The version that `initialize` agrees on: the wanted one, or the newest that begins this way. */
export const negotiatedVersion = (wanted: unknown): string =>
  LEGACY.find((each) => each === wanted) ?? LEGACY[0];

/** Reads the body. Throws 400 if it is no single message of JSON-RPC. */
export function readMessage(body: unknown): RpcMessage {
  if (Array.isArray(body))
    throw new RpcError(
      RPC.invalidRequest,
      'Batches are not supported. Send each message in a request of its own.',
      { status: 400 },
    );
  const read = RpcMessage.safeParse(body);
  if (read.success) return read.data;
  throw new RpcError(
    RPC.invalidRequest,
    'The body is not a message of JSON-RPC 2.0. Send an object with `jsonrpc`, `method`, and for a request `id`.',
    { status: 400 },
  );
}

/** Checks the version that a message and its headers name. Throws an `RpcError` with HTTP status 400. */
export function checkVersion(message: RpcMessage, headers: IncomingHttpHeaders): Message {
  const meta = metaOf(message);
  const header = headerOf(headers, 'mcp-protocol-version');
  const claimed = meta?.[META.version];
  if (claimed === undefined && !MODERN.includes(header ?? '')) {
    if (header !== undefined && message.method !== 'initialize' && !VERSIONS.includes(header))
      throw unsupported(header);
    return { ...message, isModern: false };
  }
  if (message.id === undefined) return { ...message, isModern: true };
  if (typeof claimed !== 'string' || typeof meta?.[META.capabilities] !== 'object')
    throw new RpcError(
      RPC.invalidParams,
      `Every request of this revision has \`${META.version}\` and \`${META.capabilities}\` in \`params._meta\`.`,
      { status: 400 },
    );
  if (header !== claimed) throw mismatch('MCP-Protocol-Version', claimed, header);
  if (!MODERN.includes(claimed)) throw unsupported(claimed);
  checkHeaders(message, headers);
  return { ...message, isModern: true };
}

/** Proxies route by these headers, so they must say what the body says. */
function checkHeaders({ method, params = {} }: RpcMessage, headers: IncomingHttpHeaders): void {
  const named = headerOf(headers, 'mcp-method');
  if (named !== method) throw mismatch('Mcp-Method', method, named);
  const field = { 'tools/call': 'name', 'resources/read': 'uri', 'prompts/get': 'name' }[method];
  const name = field === undefined ? undefined : params[field];
  if (typeof name !== 'string') return;
  const given = decoded(headerOf(headers, 'mcp-name'));
  if (given !== name) throw mismatch('Mcp-Name', name, given);
}

const metaOf = ({ params }: RpcMessage): Record<string, unknown> | undefined => {
  const meta = params?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : undefined;
};

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

const BASE64 = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/;

/** Names that are not ASCII come as `=?base64?…?=`. */
function decoded(header: string | undefined): string | undefined {
  const encoded = BASE64.exec(header ?? '')?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}

const unsupported = (requested: string): RpcError =>
  new RpcError(
    RPC.unsupportedVersion,
    `This service does not speak revision ${requested.slice(0, 100)} of the protocol, but ${VERSIONS.join(', ')}.`,
    { status: 400, data: { supported: VERSIONS, requested: requested.slice(0, 100) } },
  );

const mismatch = (name: string, inBody: string, inHeader: string | undefined): RpcError =>
  new RpcError(
    RPC.headerMismatch,
    `The header ${name} ${inHeader === undefined ? 'is missing' : `says "${inHeader.slice(0, 100)}"`}, but the body says "${inBody.slice(0, 100)}".`,
    { status: 400 },
  );
