import type { HtmlElement } from './open-elements.ts';

/** The kind of a page as its markup tells it. `documentation`: a manual, a reference, a wiki. `article`: the page says
 *  that it is one text, such as a news story or a post. `recipe`: it has ingredients and steps. `thread`: questions with answers, a forum; its comments are its
 *  content. `other`: lists, products, and what says nothing. */
export type PageKind = 'documentation' | 'article' | 'recipe' | 'thread' | 'other';

/** Collects the signs of the kind of a page, and the posts in its scripts. */
export function createPageSigns() {
  const counts = { code: 0, cells: 0, terms: 0, notes: 0 };
  const templates: string[] = [];
  let template: HtmlElement | undefined;
  let templateLength = 0;
  let isManual = false;
  let isArticle = false;
  let isThread = false;
  let isRecipe = false;
  let isNamedThread = false;
  return {
    templates,
    open: (element: HtmlElement): void => {
      const { name, attributes } = element;
      if (name === 'pre') counts.code += 1;
      else if (name === 'td') counts.cells += 1;
      else if (name === 'dt') counts.terms += 1;
      else if (name === 'meta') {
        const content = attributes.content?.trim() ?? '';
        const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
        if (key === 'generator') isManual ||= DOCUMENTATION_TOOL.test(content.slice(0, 200));
        else if (key === 'og:type') isArticle ||= content.toLowerCase() === 'article';
        else if (key === 'article:published_time') isArticle = true;
      }
      isArticle ||= attributes.itemprop === 'articleBody';
      isThread ||= THREAD_TYPE.test(attributes.itemtype ?? '');
      isRecipe ||= attributes.itemprop === 'recipeIngredient';
      const names = `${attributes.id ?? ''} ${attributes.class ?? ''}`.slice(0, 500);
      if (names === ' ') return;
      isManual ||= DOCUMENTATION_NAME.test(names);
      isNamedThread ||= THREAD_NAME.test(names);
      if (NOTE_NAME.test(names)) counts.notes += 1;
    },
    /** Takes text of an element that is not shown. */
    hiddenText: (element: HtmlElement, text: string): void => {
      const { name, attributes } = element;
      if (name !== 'script') return;
      const type = attributes.type?.toLowerCase() ?? '';
      if (type === 'application/ld+json') {
        const data = text.slice(0, LONGEST_DATA);
        isArticle ||= ARTICLE_TYPE.test(data);
        isThread ||= THREAD_TYPE.test(data);
        isRecipe ||= RECIPE_TYPE.test(data);
      } else if (
        /^text\/(?:x-)?(?:template|html)$/.test(type) &&
        templateLength + text.length <= LONGEST_TEMPLATES
      ) {
        templateLength += text.length;
        if (template === element) templates.push((templates.pop() ?? '') + text);
        else templates.push(text);
        template = element;
      }
    },
    /** prose: the number of characters outside links. */
    kind: (prose: number): PageKind => {
      const technical = counts.code * 3 + counts.terms + counts.notes * 2 + counts.cells / 4;
      if (isManual) return 'documentation';
      if (isThread) return 'thread';
      if (isRecipe) return 'recipe';
      if (isArticle) return 'article';
      if (isNamedThread) return 'thread';
      return technical >= 9 && technical * PROSE_PER_SIGN >= prose ? 'documentation' : 'other';
    },
  };
}

const LONGEST_DATA = 20_000;
const LONGEST_TEMPLATES = 2_000_000;
const PROSE_PER_SIGN = 400;

const DOCUMENTATION_TOOL =
  /\b(?:sphinx|docutils|mkdocs|docusaurus|vuepress|vitepress|docbook|dblatex|asciidoctor|asciidoc|antora|javadoc|doxygen|mdbook|rustdoc|typedoc|jsdoc|gitbook|starlight|makeinfo|texinfo|latex2html|mediawiki|dokuwiki|pandoc|publican|pkgdown|docfx|yard|rdoc)\b/i;
const DOCUMENTATION_NAME =
  /(?:^|\s)(?:rst-content|wy-nav-content|md-content|theme-doc-markdown|docs-doc-page|rustdoc|mw-parser-output|mw-content-text|sphinxsidebar|toctree-wrapper|navfooter|refentry)(?:\s|$)/;
const NOTE_NAME = /(?:^|\s)(?:admonition|callout)(?:\s|$)/;
const ARTICLE_TYPE =
  /"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:\w{0,30}Article|BlogPosting|LiveBlogPosting|Report)"/;
const RECIPE_TYPE = /"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"Recipe"/;
const THREAD_NAME = /(?:^|\s)(?:answers?|question|threads?|viewtopic|postlist|topic-posts?|replies)(?:\s|$)/;
const THREAD_TYPE = /\b(?:QAPage|DiscussionForumPosting)\b/;
