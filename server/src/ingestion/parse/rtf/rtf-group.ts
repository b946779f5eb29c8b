/** Where the text of a group goes. */
export type Destination =
  | 'body'
  | 'nowhere'
  | 'fonts'
  | 'styles'
  | 'info'
  | 'title'
  | 'label'
  /** Of a shape only the text box is read. */
  | 'shape'
  /** Of two spellings of the same text the one in Unicode is read. */
  | 'spellings';

/** What holds within a group of an RTF file, and again when the groups within it have ended. */
export type Group = {
  destination: Destination;
  /** A note or a text box: its paragraphs go out after the one around it. */
  isAside: boolean;
  font: number;
  /** Signs that stand in for a Unicode character, for readers that do not know it. */
  standIns: number;
  isHidden: boolean;
  isDeleted: boolean;
  isBold: boolean;
  paragraph: ParagraphProperties;
};

export type ParagraphProperties = {
  style: number;
  /** Level of a heading, from 1; 0 for body text. */
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

/** Destinations that are read: the control word that begins them -> the destination around them, and their own. */
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

/** Groups that hold no text of the document, although they are not marked as such. */
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
