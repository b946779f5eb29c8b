import { withVisibleMarks } from '../../server/src/commands/visible-marks.ts';

/** The fields of the interface that hold names which people gave, or files and pages; `from` and `to` are those of a change. */
const NAMES = new Set(['name', 'file_name', 'source_name', 'title', 'original_name', 'from', 'to']);

/** What was read, by how it is shown, where the two differ. Undefined where several were shown alike. */
const stored = new Map<string, string | undefined>();

function show(name: string): string {
  const shown = withVisibleMarks(name);
  if (shown !== name || shown.includes('⟨'))
    stored.set(shown, !stored.has(shown) || stored.get(shown) === name ? name : undefined);
  return shown;
}

/** The name that is shown like this. What was only typed stays as it is: `⟨RLO⟩` never becomes the character. */
export const storedName = (shown: string): string => stored.get(shown) ?? shown;

/** JSON of the service, in whose names invisible characters are written out, so that none looks like another: everything
 *  that is shown was read here. */
export const readShown = (json: string): unknown =>
  JSON.parse(json, (field, value) => (NAMES.has(field) && typeof value === 'string' ? show(value) : value));

/** JSON for the service, whose names are as they are stored again. */
export const writeStored = (body: unknown): string =>
  JSON.stringify(body, (field, value) =>
    NAMES.has(field) && typeof value === 'string' ? storedName(value) : value,
  );
