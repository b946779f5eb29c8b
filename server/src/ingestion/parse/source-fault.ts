import type { SourceErrorCode, SourceStage } from '#storage/tables.ts';

/** Why a source could not be indexed, in words for the person who added it. */
export class SourceFault extends Error {
  readonly code: SourceErrorCode;
  readonly stage: SourceStage;
  /** Whether another attempt with the same content may succeed. */
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
