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
