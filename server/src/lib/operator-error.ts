/** An error that the operator can fix. Shown as its message, without a stack trace. */
export class OperatorError extends Error {
  /** 2 for invalid input or settings, 1 for anything that cannot be done now. */
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
