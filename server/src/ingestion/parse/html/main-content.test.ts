import { describe, expect, it } from 'vitest';
import { parseHtml } from './parse-html.ts';

const read = (html: string): string =>
  parseHtml({
    bytes: new TextEncoder().encode(html),
    mimeType: 'text/html',
    fileName: null,
    origin: 'web-page',
    url: 'https://site.example/a',
  }).text;

/** Sentences that differ, as those of a real text do. */
const sentences = (topic: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `In year ${1900 + index} the ${topic}, which had stood by the harbour for long, was repaired again, and its keeper wrote it down.`,
  ).join(' ');
const paragraphs = (topic: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `<p>Part ${index} of the ${topic}. ${sentences(topic, 3)}</p>`,
  ).join('\n');
const links = (...texts: string[]): string =>
  `<ul>${texts.map((text) => `<li><a href="/x">${text}</a></li>`).join('')}</ul>`;

const notice = `<div class="cookie-notice"><p>We use cookies to make this site better. ${'Cookies are small files that help us to count our readers. '.repeat(3)}</p></div>`;
const menu = '<nav><a href="/">Start page</a> <a href="/news">All the news</a></nav>';
const foot = '<footer><p>Imprint of the Harbour Press</p></footer>';
const isArticle = '<meta property="og:type" content="article">';
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>The crane | Harbour Press</title>${head}</head><body>${body}</body></html>`;
const crane = `<h1>The crane</h1>${paragraphs('crane', 12)}`;
const endOfCrane = 'Part 11 of the crane.';
/** More text than most articles have. */
const chatter = Array.from(
  { length: 40 },
  (_, index) => `<div class="comment-text"><p>Reader ${index} says: ${sentences('opinion', 2)}</p></div>`,
).join('');

type Template = { html: string; keeps: readonly string[]; drops: readonly string[] };

/** Wrappers of a whole layout that are named like furniture. */
const wrappers: Record<string, Template> = Object.fromEntries(
  [
    'container right-sidebar',
    'left-sidebar',
    'sidebar-wrapper',
    'sidebar-container',
    'row site_header',
    'page-header',
    'main-menu-wrapper',
    'ads-container',
  ].map((name) => [
    `a wrapper with the class ${name}`,
    {
      html: page(`${notice}${menu}<div class="${name}">${paragraphs('crane', 20)}</div>${foot}`),
      keeps: ['Part 0 of the crane.', 'Part 19 of the crane.'],
      drops: ['We use cookies', 'Start page', 'Imprint of the Harbour Press'],
    },
  ]),
);

const templates: Record<string, Template> = {
  'an article in a wrapper, with a sidebar of the same name beside it': {
    html: page(
      `<div class="sidebar"><article>${crane}</article><div class="sidebar"><p>About me: I mend nets.</p></div></div>`,
      isArticle,
    ),
    keeps: [endOfCrane],
    drops: ['I mend nets'],
  },
  'a wrapper that only the heading betrays, beside long menus': {
    html: page(`<div class="header">${crane}</div><div class="text">${paragraphs('archive', 6)}</div>`),
    keeps: ['Part 0 of the crane.', endOfCrane],
    drops: [],
  },
  'a blog post of 73 words under many comments': {
    html: page(
      `<main><article><h1>The crane</h1>${paragraphs('crane', 2)}</article><section id="comments"><h2>40 replies</h2>${chatter}</section></main>`,
      isArticle,
    ),
    keeps: ['Part 1 of the crane.'],
    drops: ['Reader 0 says', 'Reader 39 says', '40 replies'],
  },
  'a blog with a comment form': {
    html: page(
      `<div class="post"><div class="entry-content">${crane}</div><div id="respond" class="comment-respond"><p>Write a reply to this post</p></div></div>`,
      '<meta property="article:published_time" content="2026-01-01">',
    ),
    keeps: [endOfCrane],
    drops: ['Write a reply'],
  },
  'a news story between boxes': {
    html: page(
      `<main><article>${crane}<div class="video-box"><p>Watch the crane lift a ship in our new film.</p></div><div class="newsletter-signup"><p>Get our letter every morning.</p></div>${paragraphs('quay', 3)}</article>
       <section class="most-read"><h2>Most read</h2><p>Mayor denies the plan for a lighthouse, again.</p></section></main>`,
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle"}</script>',
    ),
    keeps: [endOfCrane, 'Part 2 of the quay.'],
    drops: ['Watch the crane', 'every morning', 'Mayor denies'],
  },
  'a news story under a live ticker': {
    html: page(
      `<div class="liveticker"><p>12:01 A ship has come in.</p><p>12:07 A ship has gone out.</p></div><article>${crane}</article>`,
      isArticle,
    ),
    keeps: [endOfCrane],
    drops: ['12:01', '12:07'],
  },
  'a news story with teasers in its text': {
    html: page(
      `<article><h1>The crane</h1>${paragraphs('crane', 6)}<p>Read more: <a href="/f">Ferry fares are to rise again in the summer</a></p><div class="teaser"><p>The bridge is closed, and nobody knows for how long.</p></div>${paragraphs('quay', 6)}</article>`,
      isArticle,
    ),
    keeps: ['Part 5 of the crane.', 'Part 5 of the quay.'],
    drops: ['Ferry fares', 'The bridge is closed'],
  },
  'a magazine with share bars and related stories': {
    html: page(
      `${menu}<div itemprop="articleBody">${crane}<div class="share-bar">Share this on all networks</div></div><div class="related-stories"><p>The ferry has a new captain, who comes from the north.</p></div>${foot}`,
    ),
    keeps: [endOfCrane],
    drops: ['Share this', 'new captain', 'Imprint'],
  },
  'a story with a note about its author': {
    html: page(
      `<article>${crane}<div class="author-bio"><p>Mary Okafor has written about ships for ten years.</p></div></article>`,
      isArticle,
    ),
    keeps: [endOfCrane],
    drops: ['Mary Okafor has written'],
  },
  'a recipe': {
    html: page(
      `<div class="recipe"><h1>Rye bread</h1>${paragraphs('oven', 4)}<h2>Ingredients</h2><ul><li>500 g of rye flour</li><li>350 ml of water</li></ul><h2>Steps</h2><ol><li>Mix everything and let it rest for eleven hours.</li><li>Bake it at 240 degrees for fifty minutes.</li></ol></div><div class="popular-posts"><p>The oven is back from Leipzig, with a new stone.</p></div>`,
      '<script type="application/ld+json">{"@type": ["Recipe"]}</script>',
    ),
    keeps: ['500 g of rye flour', '350 ml of water', 'eleven hours', '240 degrees'],
    drops: ['back from Leipzig'],
  },
  'a page of documentation, with its tables, code and notes': {
    html: page(
      `<div class="sphinxsidebar">${links('Install', 'Options')}</div><div role="main"><h1>Retries</h1><p>A retry repeats a request.</p><pre>retry(3)</pre><table><tr><th>Option</th><th>Default</th></tr><tr><td>attempts</td><td>3</td></tr></table><div class="admonition note"><p>Bodies are read once.</p></div><div class="comments"><p>Comments in the code begin with a hash.</p></div></div>`,
      '<meta name="generator" content="Sphinx 8.1">',
    ),
    keeps: ['retry(3)', 'attempts', 'Bodies are read once', 'begin with a hash'],
    drops: ['Install'],
  },
  'a reference without a generator': {
    html: page(
      `<h1>Functions</h1>${Array.from({ length: 12 }, (_, index) => `<h2>f${index}</h2><p>Returns the number ${index}.</p><pre>f${index}()</pre>`).join('')}<div class="meta"><p>Since version 4.</p></div>`,
    ),
    keeps: ['f0()', 'f11()', 'Returns the number 11.', 'Since version 4.'],
    drops: [],
  },
  'a question with answers and comments': {
    html: page(
      `<div itemscope itemtype="https://schema.org/QAPage"><h1>Why does it grind?</h1><p>${sentences('gear', 3)}</p><div class="comments"><p>Does it still grind if you shift slowly?</p></div><div class="answer"><p>Replace the ring.</p></div></div>`,
      isArticle,
    ),
    keeps: ['Why does it grind?', 'shift slowly', 'Replace the ring.'],
    drops: [],
  },
  'a thread of nothing but comments': {
    html: page(`<h1>What do you read?</h1><div class="comment-list">${chatter}</div>`),
    keeps: ['Reader 0 says', 'Reader 39 says'],
    drops: [],
  },
  'an index of posts': {
    html: page(
      `<div class="list">${['Rye in February', 'The oven is back', 'How much salt?'].map((title) => `<article><h2><a href="/p">${title}</a></h2><p>${title}: ${sentences('bakery', 2)}</p></article>`).join('')}</div>`,
    ),
    keeps: ['Rye in February:', 'The oven is back:', 'How much salt?:'],
    drops: [],
  },
  'a product with its data and its price': {
    html: page(
      `<div class="product"><h1>Kettle</h1><p>59.90 €</p>${paragraphs('kettle', 3)}<table><tr><th>Volume</th><td>1.7 l</td></tr><tr><th>Power</th><td>2,400 W</td></tr></table></div><div class="related-products">${links('A teapot of glass', 'A toaster of steel')}</div>`,
    ),
    keeps: ['59.90 €', '1.7 l', '2,400 W', 'Part 2 of the kettle.'],
    drops: ['A teapot of glass'],
  },
  'a page of a company with sections of equal weight': {
    html: page(
      `${['Cranes', 'Ships', 'Nets', 'Ropes'].map((name) => `<section class="box"><h2>${name}</h2><p>${name}: ${sentences(name, 3)}</p></section>`).join('')}${foot}`,
    ),
    keeps: ['Cranes:', 'Ships:', 'Nets:', 'Ropes:'],
    drops: ['Imprint'],
  },
  'a post that the page keeps in a script': {
    html: page(
      `<div class="post"><div class="post-content"><script type="text/template"><h2>The crane</h2>${paragraphs('crane', 6)}</script></div></div><div id="comments"><p>No comments: post a comment</p></div>`,
    ),
    keeps: ['Part 0 of the crane.', 'Part 5 of the crane.'],
    drops: ['No comments', '<p>'],
  },
  'a page with a template for its own script': {
    html: page(
      `<article><h1>The crane</h1>${paragraphs('crane', 2)}</article><script type="text/html"><div>{{#each items}}<p>${sentences('template', 9)}</p>{{/each}}</div></script>`,
    ),
    keeps: ['Part 1 of the crane.'],
    drops: ['template', '{{'],
  },
  'a long consent dialog over a short page': {
    html: page(
      `<div id="cookie-consent-box">${paragraphs('consent', 9)}</div><div class="text"><p>The office is closed until the first of May.</p></div>`,
    ),
    keeps: ['closed until the first of May'],
    drops: ['of the consent'],
  },
};

describe('the main content of a web page', () => {
  it.each(Object.entries({ ...wrappers, ...templates }))('of %s is whole and alone', (_, template) => {
    const text = read(template.html);
    for (const kept of template.keeps) expect(text).toContain(kept);
    for (const dropped of template.drops) expect(text).not.toContain(dropped);
  });
});

describe('notes at the end of an article', () => {
  const article = (end: string): string =>
    read(page(`${menu}<article>${crane}${end}</article>${foot}`, isArticle));
  const note = 'The tables of the crane were printed in 1871 by the harbour office.';

  it.each([
    ['an aside that is a footnote', `<footer><aside role="doc-footnote"><p>${note}</p></aside></footer>`],
    ['a numbered list', `<footer><ol><li>${note}</li></ol></footer>`],
    ['a footer of footnotes', `<footer class="footnotes"><p>${note}</p></footer>`],
    ['an aside of footnotes', `<aside class="footnotes"><p>${note}</p></aside>`],
  ])('%s in the article stays', (_, end) => {
    const text = article(end);
    expect(text).toContain(note);
    expect(text).toContain(endOfCrane);
  });

  it('a footer with the author and links does not', () => {
    const text = article(
      `<footer><p>Posted by Ann Harbour on Monday</p>${links('Cranes', 'Ships', 'Tides')}</footer>`,
    );
    expect(text).not.toMatch(/Ann Harbour|Tides/);
    expect(text).toContain(endOfCrane);
  });
});

describe('what leads away from an article', () => {
  const article = (body: string): string =>
    read(page(`${menu}<article><h1>The crane</h1>${body}</article>${foot}`, isArticle));
  const first = paragraphs('crane', 6);

  it.each([
    '<p>Lea también: <a href="/x">El puerto abre una nueva grúa</a> este lunes</p>',
    '<p>Lesen Sie auch: <a href="/x">Der Kran zieht um</a></p>',
    '<p>Advertisement:</p>',
    '<p>Diesen Artikel teilen</p>',
  ])('%s between its paragraphs is left out', (line) => {
    const text = article(`${first}${line}${paragraphs('quay', 6)}`);
    expect(text).not.toMatch(/Lea también|Lesen Sie|Advertisement|teilen/);
    expect(text).toContain('Part 5 of the crane.');
    expect(text).toContain('Part 5 of the quay.');
  });

  it('what stands below "You may also like" at its end is left out', () => {
    const text = article(`${first}<h2>You may also like</h2><p>Ferries sail late.</p><p>Bread is dear.</p>`);
    expect(text).not.toMatch(/also like|Ferries|Bread/);
    expect(text).toContain('Part 5 of the crane.');
  });

  it('a chapter of that name with much text stays', () => {
    const text = article(`${first}<h2>Comments</h2>${paragraphs('quay', 6)}`);
    expect(text).toContain('Comments');
    expect(text).toContain('Part 5 of the quay.');
  });

  it('the ingredients of a recipe stay', () => {
    const text = read(
      page(
        `${menu}<main><h1>Fish pie</h1>${first}<ul><li itemprop="recipeIngredient">500 g of cod</li><li>2 eggs</li><li>salt</li></ul></main>${foot}`,
        '<script type="application/ld+json">{"@type":"Recipe","name":"Fish pie"}</script>',
      ),
    );
    expect(text).toMatch(/500 g of cod\n- 2 eggs\n- salt/);
  });
});
