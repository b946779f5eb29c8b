/** What a paragraph style makes of a paragraph. */
export type NamedRole = {
  kind: 'heading' | 'paragraph' | 'code' | 'contents';
  level?: number;
  isTitle?: boolean;
};

const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|titulo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|标题|標題|見出し|제목)\s?([1-9])$/;

/** What a style is by its name, in lower case; undefined when that says nothing. */
export function roleByName(name: string): NamedRole | undefined {
  const level = HEADING_NAME.exec(name)?.[1];
  if (level !== undefined) return { kind: 'heading', level: Number(level) };
  if (name === 'title') return { kind: 'heading', level: 1, isTitle: true };
  // The lines of a table of contents say again what the headings say.
  if (/^(?:toc|contents) \d$|^(?:toc|contents) heading$/.test(name)) return { kind: 'contents' };
  if (/^(?:html preformatted|preformatted text|macro|macro text|code|source code|plain code)$/.test(name))
    return { kind: 'code' };
  return undefined;
}
