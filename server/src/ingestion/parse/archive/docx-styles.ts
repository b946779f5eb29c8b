import type { Archive } from './open-archive.ts';
import { readXml } from './read-xml.ts';
import { type NamedRole, roleByName } from './style-roles.ts';

type ParagraphStyle = {
  /** In lower case. Built-in styles have English names in every language. */
  name: string;
  basedOn: string | undefined;
  /** The outline level, from 1; 0 for body text. */
  outline: number | undefined;
  numbering: string | undefined;
  numberingLevel: number | undefined;
};

export type ParagraphRole = NamedRole & {
  numbering?: string | undefined;
  numberingLevel?: number | undefined;
};

/** Style id -> the role of a paragraph in that style. */
export type ParagraphRoles = (styleId: string) => ParagraphRole;

/** Reads the paragraph styles of a DOCX. part: undefined when the document has none. Throws SourceFault
 *  `unreadable_file`. */
export async function readParagraphRoles(
  archive: Archive,
  part: string | undefined,
): Promise<ParagraphRoles> {
  const styles = part === undefined ? new Map<string, ParagraphStyle>() : await readStyles(archive, part);
  const roles = new Map<string, ParagraphRole>();
  return (styleId) => {
    const known = roles.get(styleId);
    if (known) return known;
    const role = roleOf(styles, styleId);
    if (roles.size < 10_000) roles.set(styleId, role);
    return role;
  };
}

async function readStyles(archive: Archive, part: string): Promise<Map<string, ParagraphStyle>> {
  const styles = new Map<string, ParagraphStyle>();
  let style: ParagraphStyle | undefined;
  await readXml(archive, part, {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:style') {
        style = undefined;
        if ((attributes['w:type'] ?? 'paragraph') !== 'paragraph') return;
        style = {
          name: '',
          basedOn: undefined,
          outline: undefined,
          numbering: undefined,
          numberingLevel: undefined,
        };
        styles.set(attributes['w:styleId'] ?? '', style);
      } else if (!style) return;
      else if (name === 'w:name') style.name = value.toLowerCase();
      else if (name === 'w:basedOn') style.basedOn = value;
      else if (name === 'w:outlineLvl') style.outline = outlineLevel(value);
      else if (name === 'w:numId') style.numbering = value;
      else if (name === 'w:ilvl') style.numberingLevel = Number.parseInt(value, 10) || 0;
    },
    close: (name) => {
      if (name === 'w:style') style = undefined;
    },
  });
  return styles;
}

/** The value of w:outlineLvl -> heading level, 0 for body text. */
export function outlineLevel(value: string): number {
  const level = Number.parseInt(value, 10);
  return level >= 0 && level <= 8 ? level + 1 : 0;
}

const MAX_CHAIN = 20;

function roleOf(styles: ReadonlyMap<string, ParagraphStyle>, styleId: string): ParagraphRole {
  let outline: number | undefined;
  let numbering: string | undefined;
  let numberingLevel: number | undefined;
  let named: NamedRole | undefined;
  let style: ParagraphStyle | undefined = styles.get(styleId) ?? nameless(styleId);
  for (let step = 0; style && step < MAX_CHAIN; step += 1) {
    outline ??= style.outline;
    numbering ??= style.numbering;
    numberingLevel ??= style.numberingLevel;
    named ??= roleByName(style.name);
    style = styles.get(style.basedOn ?? '');
  }
  const role = outline && named?.kind !== 'contents' ? { kind: 'heading' as const, level: outline } : named;
  return { ...(role ?? { kind: 'paragraph' }), numbering, numberingLevel };
}

/** A style that the document does not define: its id may still be a usual one, such as `Heading1`. */
const nameless = (styleId: string): ParagraphStyle => ({
  name: styleId.replace(/(\d)$/, ' $1').toLowerCase(),
  basedOn: undefined,
  outline: undefined,
  numbering: undefined,
  numberingLevel: undefined,
});
