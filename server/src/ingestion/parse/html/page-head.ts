import type { HtmlElement } from './open-elements.ts';

/** What a page says of itself. */
export type PageHead = {
  title?: string;
  /** og:title: the title without the name of the site. */
  siteTitle?: string;
  canonicalUrl?: string;
  lang?: string;
};

/** Takes note of what an element says of its page. */
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
