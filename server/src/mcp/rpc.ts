import { z } from 'zod';

/** Codes of JSON-RPC, and those of the Model Context Protocol from -32020. */
export const RPC = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Before the revision 2026-07-28, where it became `invalidParams`. */
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

/** An error that is answered to a JSON-RPC request. status: of HTTP. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

const RequestId = z.union([z.string().max(1_000), z.int()]);

/** A request, or without `id` a notification. */
export const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: RequestId.optional(),
  method: z.string().min(1).max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type RpcMessage = z.infer<typeof RpcMessage>;
