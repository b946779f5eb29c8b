/** An error that the operator can fix: shown as its message, without a stack. */
export class OperatorError extends Error {
  /** 2: what was typed or set is wrong. 1: it cannot be done now. */
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
