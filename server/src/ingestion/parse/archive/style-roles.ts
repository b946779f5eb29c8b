/** The role that a style gives to a paragraph. */
export type NamedRole = {
  kind: 'heading' | 'paragraph' | 'code' | 'contents';
  level?: number;
  isTitle?: boolean;
};

const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|titulo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|标题|標題|見出し|제목)\s?([1-9])$/;

/** The role of a style, from its name in lower case; undefined if the name does not tell. */
export function roleByName(name: string): NamedRole | undefined {
  const level = HEADING_NAME.exec(name)?.[1];
  if (level !== undefined) return { kind: 'heading', level: Number(level) };
  if (name === 'title') return { kind: 'heading', level: 1, isTitle: true };
  // Skip the lines of a table of contents: they repeat the headings.
  if (/^(?:toc|contents) \d$|^(?:toc|contents) heading$/.test(name)) return { kind: 'contents' };
  if (/^(?:html preformatted|preformatted text|macro|macro text|code|source code|plain code)$/.test(name))
    return { kind: 'code' };
  return undefined;
}
