import type { HtmlElement } from './open-elements.ts';

/** Elements that hold the content of a page; `isContent` elements are never boilerplate. */
export const isContentElement = ({ name, attributes }: HtmlElement): boolean =>
  name === 'main' || name === 'article' || attributes.role === 'main' || attributes.role === 'article';

/** True if an element is navigation, a banner, a consent dialog, an advert or similar, which every page of a site
 *  repeats. isInContent: inside the main element or an article, whose headers and footers belong to it. */
export function isBoilerplate(element: HtmlElement, isInContent: boolean): boolean {
  const { name, attributes } = element;
  if (name === 'body' || name === 'html' || isContentElement(element)) return false;
  if (name === 'nav' || BOILERPLATE_ROLES.has(attributes.role ?? '')) return true;
  if (name === 'aside') return !isNote(element);
  return !isInContent && (name === 'header' || name === 'footer');
}

/** True if an element is a note to the text around it: a footnote, a warning, a quotation. */
export const isNote = ({ attributes }: HtmlElement): boolean =>
  NOTE_ROLES.has(attributes.role ?? '') ||
  ADMONITION.test(`${attributes.id ?? ''} ${attributes.class ?? ''}`.slice(0, 500));

const NOTE_ROLES = new Set(
  'note doc-footnote doc-endnote doc-endnotes doc-tip doc-notice doc-pullquote'.split(' '),
);

const BOILERPLATE_ROLES = new Set(
  'navigation banner contentinfo search complementary menu menubar toolbar dialog alertdialog directory'.split(
    ' ',
  ),
);
const ADMONITION =
  /\b(?:admonition|note|tip|warning|caution|callout|hint|info|important|alert|pull-?quote|(?:foot|end|side|margin)-?notes?)\b/i;

/** True if a class name or the id of an element marks it as boilerplate. */
export function isNamedBoilerplate(element: HtmlElement, isInContent: boolean): boolean {
  const { name } = element;
  if (name === 'body' || name === 'html' || isContentElement(element)) return false;
  if (TEXT_ELEMENT.test(name)) return false;
  return namesOf(element).some(
    (word) => BOILERPLATE_NAME.test(word) || (!isInContent && OUTER_NAME.test(word)),
  );
}

/** True if a class name or the id of an element is that of a consent dialog. */
export const isNamedConsent = (element: HtmlElement): boolean =>
  namesOf(element).some((word) => CONSENT_NAME.test(word));

/** True if a class name or the id says that an element stands beside the text of an article: comments of readers,
 *  teasers of other articles, a box to watch or to subscribe, a note about the author. */
export function isNamedBesideArticle(element: HtmlElement): boolean {
  const { name } = element;
  if (name === 'body' || name === 'html' || name === 'main' || TEXT_ELEMENT.test(name)) return false;
  return namesOf(element).some((word) => BESIDE_NAME.test(word));
}

const TEXT_ELEMENT = /^(?:h[1-6]|table|tr|td|th|p|pre|code)$/;

const namesOf = ({ attributes }: HtmlElement): string[] =>
  `${attributes.id ?? ''} ${attributes.class ?? ''}`
    .slice(0, 500)
    .split(/\s+/)
    .filter((word) => word !== '');

const CONSENT_NAME = /cookie|consent|onetrust|gdpr|ccpa|cc-window/i;

const PREFIX =
  '(?:(?:site|page|global|main|top|bottom|left|right|js|post|article|entry|blog|web|footer|header)[-_]+)?';
const SUFFIX =
  '(?:[-_]*(?:banner|bar|box|container|wrapper|wrap|block|section|list|links?|widget|area|nav|notice|popup|modal|overlay|content|inner|panel|buttons?|icons?|form|posts|articles|items|stories|tools|message|policy|law|info|root|signup|promo|\\d+(?!\\d)))*';
const BOILERPLATE_NAME = new RegExp(
  `^${PREFIX}(?:cookies?|cookie[-_]?consent|cc-window|onetrust|consent|gdpr|ccpa|newsletter|breadcrumbs?|sidebar|toc|table-of-contents|skip-link|skip-to-content|share|sharing|social|social-media|related|recommended|recommendations|read-more-stories|ads?|advert|advertisement|advertising|adsbygoogle|promo|sponsored|taboola|outbrain|pagination|pager|navbar|navigation|nav|subscribe|signup|paywall-offer|sr-only|visually-hidden|screen-reader-text|noprint|mw-editsection|mw-cite-backlink|mw-jump-link|navbox|catlinks|printfooter|reflist-back|back-to-top|navheader|navfooter)${SUFFIX}$`,
  'i',
);
const OUTER_NAME = new RegExp(`^${PREFIX}(?:footer|masthead|header|topbar|login|menu)${SUFFIX}$`, 'i');
const BESIDE_NAME = new RegExp(
  `^${PREFIX}(?:comments?|commentlist|respond|disqus(?:_thread)?|trending|most-?read|most-?popular|popular|teasers?|read-?more|also-?read|more-?stories|more-?news|more-?from|latest(?:-news)?|live-?ticker|video-?(?:box|teaser|player|playlist)?|player|author-?(?:bio|box|info)?|about-?author|tags|meta|byline|post-?nav(?:igation)?|copyright|disclaimer|jp-relatedposts|subscription|sharedaddy|addtoany|wp-caption-text)${SUFFIX}$`,
  'i',
);
