import { STORIES, type Story } from './stories.ts';

/** The parts of a generated web page around its text: menus, teasers, newsletters and footers. */

export const p = (paragraphs: readonly string[], attributes = ''): string =>
  paragraphs.map((text) => `<p${attributes}>${text}</p>`).join('\n');

export const menuItems = ['Home', 'News', 'Culture', 'Sport', 'Weather', 'Archive', 'Contact', 'Shop'];
export const menu = menuItems.map((item) => `<li><a href="/${item.toLowerCase()}">${item}</a></li>`).join('');
export const nav = `<nav class="main-nav"><ul>${menu}</ul></nav>`;

/** Stories other than this one, for teasers. */
const others = (story: Story, count: number): Story[] =>
  STORIES.filter(({ title, lang }) => title !== story.title && (story.lang !== 'ja' || lang === 'en')).slice(
    0,
    count,
  );

export const teasers = (story: Story, count = 4): string =>
  others(story, count)
    .map(
      ({ title, paragraphs }, index) =>
        `<div class="card"><a href="/s${index}"><h3>${title}</h3></a><p>${(paragraphs[1] ?? '').slice(0, 110)} …</p></div>`,
    )
    .join('\n');
export const titleLinks = (story: Story, count = 5): string =>
  `<ul>${others(story, count)
    .map(({ title }, index) => `<li><a href="/s${index}">${title}</a></li>`)
    .join('')}</ul>`;

export const comments = (tag: string, name: string): string =>
  [
    [
      'Wilma',
      'I crossed there every day for thirty years and never once got my feet wet. Who decides these things?',
    ],
    [
      'oldsalt',
      'Great read, thank you! Do you have a picture of the place before the storm? My father worked there.',
    ],
    [
      'K. Brenner',
      'The figure in the second paragraph cannot be right, it was twice as much when we asked last year.',
    ],
  ]
    .map(
      ([who, said]) =>
        `<${tag} class="${name}"><cite>${who}</cite> <time>3 days ago</time><p>${said}</p><a href="#r">Reply</a></${tag}>`,
    )
    .join('\n');

export const cookieText =
  'We and our 214 partners use cookies to store information on your device, to measure who reads what, and to show advertising that fits. You can change your mind at any time in the settings.';
export const imprint =
  '© Harbour Media Group. All rights reserved. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a>';
export const newsletter =
  '<h4>Never miss a story</h4><p>Our newsletter comes every Friday, with the best of the week and a puzzle.</p><form><input type="email"><button>Subscribe</button></form>';

const DATA = (type: string, { title, author }: Story): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}","headline":"${title}","author":"${author}"}</script>`;

/** A whole page. type: the type in its structured data. */
export const document = (story: Story, body: string, { type = '', head = '' } = {}): string =>
  `<!doctype html><html lang="${story.lang}"${story.lang === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${story.title} – The Harbour</title>${head}${type === '' ? '' : DATA(type, story)}</head><body>${body}</body></html>`;
