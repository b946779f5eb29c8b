/** The description of a picture, or '' for one that tells nothing: a file name, or a name that a program gave. */
export function altText(description: string | undefined): string {
  const text = (description ?? '').slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
  const end = text.toLowerCase().lastIndexOf(GENERATED);
  const told = (end < 0 ? text : text.slice(0, end)).trim();
  const isName =
    !told.includes(' ') &&
    /\.[a-z]{3,4}$|^https?:|^(?:image|img|picture|grafik|bild|photo|dsc)[\d_-]*$/i.test(told);
  return isName ? '' : told;
}

const MAX_LENGTH = 2_000;
/** What Office adds to descriptions of its own. */
const GENERATED = 'description automatically generated';
