import { withVisibleMarks } from '#server/isomorphic/visible-marks.ts';

/** API fields that hold names of people, files or pages. `from` and `to` are those of a history entry. */
const NAMES = new Set(['name', 'file_name', 'source_name', 'title', 'original_name', 'from', 'to']);

/** Stored names by how they are shown, where the two differ. Undefined if several are shown alike. */
const stored = new Map<string, string | undefined>();

function show(name: string): string {
  const shown = withVisibleMarks(name);
  if (shown !== name || shown.includes('⟨'))
    stored.set(shown, !stored.has(shown) || stored.get(shown) === name ? name : undefined);
  return shown;
}

/** The stored name behind a shown one. Typed text stays as it is: `⟨RLO⟩` never becomes the character. */
export const storedName = (shown: string): string => stored.get(shown) ?? shown;

/** Parses a response and writes out invisible characters in names, so that no name looks like another. Every response
 *  that is shown goes through here. */
export const readShown = (json: string): unknown =>
  JSON.parse(json, (field, value) => (NAMES.has(field) && typeof value === 'string' ? show(value) : value));

/** Serialises a request body with names as they are stored. */
export const writeStored = (body: unknown): string =>
  JSON.stringify(body, (field, value) =>
    NAMES.has(field) && typeof value === 'string' ? storedName(value) : value,
  );
