import { UNREAD_ELEMENTS } from './element-kinds.ts';
import type { HtmlElement } from './open-elements.ts';

/** True if an element is not visible: scripts, form controls, hidden elements. */
export function isUnread({ name, attributes }: HtmlElement): boolean {
  if (UNREAD_ELEMENTS.has(name)) return true;
  if (name === 'dialog' && attributes.open === undefined) return true;
  // A page that opens with a consent dialog may hide everything else from screen readers meanwhile.
  const isPage = name === 'body' || name === 'html' || name === 'main' || name === 'article';
  if (attributes['aria-hidden'] === 'true' && !isPage) return true;
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true;
  return attributes.style !== undefined && HIDING_STYLE.test(attributes.style.slice(0, 500));
}

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** The alternative text of an image if it informs the reader; undefined for a decoration. */
export function tellingAlt({ attributes }: HtmlElement): string | undefined {
  const alt = attributes.alt?.trim() ?? '';
  if (attributes.role === 'presentation' || attributes.role === 'none') return undefined;
  if (!/\p{L}{3}|[\p{Lo}]{2}/u.test(alt) || FILE_NAME.test(alt) || GENERIC.test(alt)) return undefined;
  return alt;
}

const FILE_NAME = /^\S{1,200}\.(?:jpe?g|png|gif|svg|webp|avif|bmp)$/i;
const GENERIC =
  /^(?:the |an? )?(?:image|img|picture|photo|foto|logo|icon|avatar|banner|spacer|thumbnail|thumb|placeholder|screenshot|bild|bullet|arrow|blank|user|profile picture|untitled|loading)(?: ?\d*| icon| image)\.?$/i;
