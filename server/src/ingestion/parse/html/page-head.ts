import type { HtmlElement } from './open-elements.ts';

/** The metadata of a page. */
export type PageHead = {
  title?: string;
  /** og:title, which is the title without the site name. */
  siteTitle?: string;
  canonicalUrl?: string;
  lang?: string;
};

/** Collects the metadata in an element. */
export function readHead(head: PageHead, { name, attributes }: HtmlElement): void {
  if (name === 'html') {
    const lang = (attributes.lang ?? attributes['xml:lang'])?.trim();
    if (lang) head.lang ??= lang;
  } else if (name === 'link') {
    const isCanonical = attributes.rel?.toLowerCase().split(/\s+/).includes('canonical');
    if (isCanonical && attributes.href?.trim()) head.canonicalUrl ??= attributes.href.trim();
  } else if (name === 'meta') {
    const property = (attributes.property ?? attributes.name)?.toLowerCase();
    const content = attributes.content?.replace(/\s+/g, ' ').trim();
    if (property === 'og:title' && content) head.siteTitle ??= content;
  }
}
