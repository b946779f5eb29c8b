/** One check of the doctor. `about` is printed when it passes; each fault is a sentence that says what to do. */
export type Check = { name: string; about: string; faults: string[] };

/** A check that throws its fault. */
export async function checkOf(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, about: await look(), faults: [] };
  } catch (error) {
    return { name, about: '', faults: [sentenceOf(error)] };
  }
}

/** Advice for damaged storage. */
export const RESTORE =
  'stop the service and restore the newest backup that passes `footnote restore --verify`';

/** The message of an error, with advice added to errors of SQLite. */
export const sentenceOf = (error: unknown): string =>
  (error as { code?: string }).code === 'ERR_SQLITE_ERROR'
    ? `${(error as Error).message}: ${RESTORE}.`
    : (error as Error).message;
