import type { Attributes, XmlHandlers } from './read-xml.ts';
import { type NamedRole, roleByName } from './style-roles.ts';

export type OdtStyles = {
  /** Read the definitions of styles. A later style replaces an earlier one of the same name. */
  handlers: Required<Pick<XmlHandlers, 'open' | 'close'>>;
  /** The role of a paragraph, from the name of its style or of a parent style. */
  role(style: string): NamedRole | undefined;
  isHidden(style: string): boolean;
  /** The font of a style. */
  font(style: string): string | undefined;
};

type Style = { parent: string; isHidden: boolean; font: string | undefined };

const MAX_CHAIN = 10;

/** Reads the styles of a document. Format: OpenDocument 1.3, part 3, 16.2. */
export function createOdtStyles(): OdtStyles {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  return {
    handlers: {
      open: (name, attributes) => {
        if (name === 'style:style') {
          style = { parent: attributes['style:parent-style-name'] ?? '', isHidden: false, font: undefined };
          styles.set(attributes['style:name'] ?? '', style);
        } else if (name === 'style:text-properties' && style) {
          style.isHidden = attributes['text:display'] === 'none';
          style.font = fontOf(attributes);
        }
      },
      close: (name) => {
        if (name === 'style:style') style = undefined;
      },
    },
    role: (name) => {
      let next = name;
      for (let step = 0; step < MAX_CHAIN && next !== ''; step += 1) {
        const role = roleByName(next.replaceAll('_20_', ' ').toLowerCase());
        if (role) return role;
        next = styles.get(next)?.parent ?? '';
      }
      return undefined;
    },
    isHidden: (name) => styles.get(name)?.isHidden === true,
    font: (name) => styles.get(name)?.font,
  };
}

const fontOf = (attributes: Attributes): string | undefined =>
  (attributes['style:font-name'] ?? attributes['fo:font-family'])?.replace(/^['"]|(?<!\d)\d*['"]?$/g, '');
