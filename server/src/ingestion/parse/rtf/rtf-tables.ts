import { type NamedRole, roleByName } from '#ingestion/parse/archive/style-roles.ts';
import { CHARSETS } from './rtf-text.ts';

export type RtfFont = { codePage: number | undefined; name: string };

type Style = { name: string; outline: number | undefined; isParagraph: boolean };

/** The fonts and styles in the header of an RTF file. */
export type RtfTables = {
  fonts: Map<number, RtfFont>;
  /** Handles a control word in the font table or the style sheet. */
  fontWord(word: string, parameter: number): void;
  styleWord(word: string, parameter: number): void;
  fontText(text: string): void;
  styleText(text: string): void;
  /** The role that a style gives to a paragraph. */
  role(style: number): NamedRole | undefined;
};

const MAX_NAME = 100;
const MAX_STYLES = 10_000;

export function createRtfTables(): RtfTables {
  const fonts = new Map<number, RtfFont>();
  const styles = new Map<number, Style>();
  let font: RtfFont | undefined;
  let style: Style = newStyle();
  let number = 0;
  const endStyle = (): void => {
    if (style.isParagraph && styles.size < MAX_STYLES) styles.set(number, style);
    style = newStyle();
    number = 0;
  };
  return {
    fonts,
    fontWord: (word, parameter) => {
      if (word === 'f') {
        font = { codePage: undefined, name: '' };
        if (fonts.size < MAX_STYLES) fonts.set(parameter, font);
      } else if (font && word === 'fcharset') font.codePage ??= CHARSETS[parameter];
      else if (font && word === 'cpg') font.codePage = parameter;
    },
    fontText: (text) => {
      const [name = ''] = text.split(';');
      if (font && font.name.length < MAX_NAME) font.name += name;
    },
    styleWord: (word, parameter) => {
      if (word === 's') number = parameter;
      else if (word === 'outlinelevel') style.outline = parameter >= 0 && parameter <= 8 ? parameter + 1 : 0;
      else if (word === 'cs' || word === 'ds' || word === 'ts') style.isParagraph = false;
    },
    styleText: (text) => {
      const [name = '', ...ended] = text.split(';');
      if (style.name.length < MAX_NAME) style.name += name;
      if (ended.length > 0) endStyle();
    },
    role: (id) => {
      const known = styles.get(id);
      if (!known) return undefined;
      const named = roleByName(known.name.trim().toLowerCase());
      if (named?.kind === 'contents' || !known.outline) return named;
      return { ...named, kind: 'heading', level: known.outline };
    },
  };
}

const newStyle = (): Style => ({ name: '', outline: undefined, isParagraph: true });
