/** What one opened form or button sends. */
export type Submission = {
  /** The `Idempotency-Key` for this content: the same one until other content is sent or the submission has ended. */
  keyFor: (content: string) => string;
  /** Call it when the service has accepted the content: the same content is a new submission from now on. */
  end: () => void;
  /** The version that a change is about: the service answers 412 if there is another one by now. */
  version?: string | undefined;
};

/** Makes a submission safe to repeat: what is sent again after a lost response has no second effect. */
export function createSubmission(): Submission {
  let last: { content: string; key: string } | undefined;
  return {
    keyFor: (content) => {
      if (last?.content !== content) last = { content, key: newKey() };
      return last.key;
    },
    end: () => {
      last = undefined;
    },
  };
}

/** crypto.randomUUID exists only on https and localhost. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
