import { LIMITS } from '#isomorphic/limits.ts';
import type { SourceErrorCode, SourceStage } from '#storage/tables.ts';

/** The reason why a source could not be indexed, in words for the person who added it. */
export class SourceFault extends Error {
  readonly code: SourceErrorCode;
  readonly stage: SourceStage;
  /** True if another attempt with the same content may succeed. */
  readonly isRetryable: boolean;

  constructor(
    code: SourceErrorCode,
    stage: SourceStage,
    message: string,
    options: { isRetryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SourceFault';
    this.code = code;
    this.stage = stage;
    this.isRetryable = options.isRetryable ?? false;
  }
}

/** The fault for more text than one source may have. */
export const tooMuchText = (): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The content has more than ${LIMITS.extractedCharacters / 1e6} million characters of text, which is the limit. Split it and add the parts.`,
  );

/** The fault for a source whose chunks would be too many for its workspace. most: of a workspace. */
export const tooManyChunks = (count: number, most: number): SourceFault =>
  new SourceFault(
    'too_many_chunks',
    'indexing',
    `With the ${count.toLocaleString('en-US')} chunks of this source the workspace would have more than ${most.toLocaleString('en-US')}, which is the limit (CHUNKS_MAX). Delete sources and reindex it, or add it to another workspace.`,
  );
