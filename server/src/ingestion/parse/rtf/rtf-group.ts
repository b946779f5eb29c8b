/** The destination for the text of a group. */
export type Destination =
  | 'body'
  | 'nowhere'
  | 'fonts'
  | 'styles'
  | 'info'
  | 'title'
  | 'label'
  /** Of a shape, only the text box is read. */
  | 'shape'
  /** Of two versions of the same text, the Unicode one is read. */
  | 'spellings';

/** State that a group of an RTF file sets and that is restored when the group ends. */
export type Group = {
  destination: Destination;
  /** A note or a text box. Its paragraphs are added after the surrounding one. */
  isAside: boolean;
  font: number;
  /** The number of fallback characters after a Unicode character, for readers without Unicode support. */
  standIns: number;
  isHidden: boolean;
  isDeleted: boolean;
  isBold: boolean;
  paragraph: ParagraphProperties;
};

export type ParagraphProperties = {
  style: number;
  /** Heading level, from 1; 0 for body text. */
  outline: number | undefined;
  isInTable: boolean;
  isItem: boolean;
};

export const PLAIN_PARAGRAPH: ParagraphProperties = {
  style: 0,
  outline: undefined,
  isInTable: false,
  isItem: false,
};

export const outermostGroup = (): Group => ({
  destination: 'body',
  isAside: false,
  font: 0,
  standIns: 1,
  isHidden: false,
  isDeleted: false,
  isBold: false,
  paragraph: PLAIN_PARAGRAPH,
});

/** Destinations that are read: control word -> the destination that must surround it, and its own. */
export const DESTINATIONS: ReadonlyMap<string, readonly [around: Destination, own: Destination]> = new Map([
  ['fonttbl', ['body', 'fonts']],
  ['stylesheet', ['body', 'styles']],
  ['info', ['body', 'info']],
  ['title', ['info', 'title']],
  ['listtext', ['body', 'label']],
  ['pntext', ['body', 'label']],
  ['shpinst', ['body', 'shape']],
  ['shptxt', ['shape', 'body']],
  ['footnote', ['body', 'body']],
  ['upr', ['body', 'spellings']],
  ['ud', ['spellings', 'body']],
]);

/** Groups without document text that are not marked as ignorable. */
export const UNREAD: ReadonlySet<string> = new Set([
  'pict',
  'colortbl',
  'filetbl',
  'revtbl',
  'rsidtbl',
  'header',
  'headerl',
  'headerr',
  'headerf',
  'footer',
  'footerl',
  'footerr',
  'footerf',
  'ftnsep',
  'ftnsepc',
  'ftncn',
  'aftnsep',
  'aftnsepc',
  'aftncn',
  'annotation',
  'atnid',
  'atnauthor',
  'fldinst',
  'nonshppict',
  'shprslt',
  'sp',
  'objclass',
  'objdata',
  'objname',
  'nonesttables',
  'tc',
  'tcn',
  'xe',
  'rxe',
  'txe',
  'template',
  'listtable',
  'listoverridetable',
  'themedata',
  'colorschememapping',
  'datastore',
  'latentstyles',
  'pn',
  'private',
  'generator',
  'bkmkstart',
  'bkmkend',
]);
