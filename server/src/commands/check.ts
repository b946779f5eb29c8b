/** What the doctor looked at. `about` is said when all is well; `faults` are a sentence each with what to do. */
export type Check = { name: string; about: string; faults: string[] };

/** A check whose faults are thrown. */
export async function checkOf(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, about: await look(), faults: [] };
  } catch (error) {
    return { name, about: '', faults: [sentenceOf(error)] };
  }
}

/** What a check says of storage that is damaged. */
export const RESTORE =
  'stop the service, and restore the newest backup that `footnote restore --verify` finds whole';

/** What was thrown, with what to do; errors of SQLite do not say that. */
export const sentenceOf = (error: unknown): string =>
  (error as { code?: string }).code === 'ERR_SQLITE_ERROR'
    ? `${(error as Error).message}: ${RESTORE}.`
    : (error as Error).message;
