import { readReply } from '#shared/markdown/read-reply.ts';
import { element, ICONS, icon } from './element.ts';
import { markdownView } from './markdown-view.ts';
import type { Answer } from './service.ts';
import { words } from './words.ts';

/** An answer with its footnotes and sources. `rate`: stores the visitor's feedback. */
export function replyView(
  { reply, sources, citations }: Answer,
  rate: (rating: 'up' | 'down') => Promise<void>,
): HTMLElement {
  const places = new Map(citations.map((citation) => [citation.number, citation]));
  const items = new Map(
    [...places.values()].map(({ number, source, snippet, url }) => [
      number,
      sourceItem({ name: '', snippet: '', ...sources[source], ...(snippet && { snippet }), number, url }),
    ]),
  );
  const cited = new Set(citations.map(({ source }) => source));
  const others = sources.filter((_, index) => !cited.has(index)).map((source) => sourceItem(source));
  const text = markdownView(
    readReply(
      reply,
      citations.map(({ reply_end }) => reply_end),
    ),
    (end) =>
      citations
        .filter(({ reply_end }) => reply_end === end)
        .map(({ number, source }) =>
          footnote(number, sources[source]?.name ?? '', () => items.get(number)?.focus()),
        ),
  );
  const list = element('ol', { class: 'sources', 'aria-label': words.sources }, ...items.values(), ...others);
  return element('div', { class: 'reply' }, text, sources.length > 0 ? list : undefined, ratingView(rate));
}

/** An entry of the list: a cited place, or a source that is cited at none. */
function sourceItem({
  number,
  name,
  snippet,
  url,
}: {
  number?: number;
  name: string;
  snippet: string;
  url?: string | undefined;
}): HTMLElement {
  const link = url && /^https?:/.test(url) ? url : undefined;
  return element(
    'li',
    { tabindex: '-1' },
    element('span', { class: 'quiet' }, String(number ?? '')),
    link
      ? element(
          'a',
          { href: link, target: '_blank', rel: 'noopener noreferrer' },
          element('b', { dir: 'auto' }, name),
          element('span', { class: 'hidden-words' }, `, ${words.newTab}`),
        )
      : element('b', { dir: 'auto' }, name),
    element('span', { class: 'quiet snippet', dir: 'auto' }, snippet),
  );
}

/** `show`: scrolls to its place in the list. */
function footnote(number: number, name: string, show: () => void): HTMLElement {
  const label = words.source(number, name);
  const button = element('button', { type: 'button', 'aria-label': label, title: label }, String(number));
  button.addEventListener('click', show);
  return element('sup', {}, button);
}

function ratingView(rate: (rating: 'up' | 'down') => Promise<void>): HTMLElement {
  const thanks = element('span', { class: 'quiet', role: 'status' });
  const buttonOf = (rating: 'up' | 'down', label: string): HTMLButtonElement => {
    const button = element(
      'button',
      { type: 'button', class: 'round', 'aria-label': label, title: label, 'aria-pressed': 'false' },
      icon(ICONS[rating]),
    );
    button.addEventListener('click', async () => {
      try {
        await rate(rating);
        for (const each of [up, down]) each.setAttribute('aria-pressed', String(each === button));
        thanks.textContent = words.thanks;
      } catch (error) {
        thanks.textContent = (error as Error).message;
      }
    });
    return button;
  };
  const up = buttonOf('up', words.good);
  const down = buttonOf('down', words.bad);
  return element('div', { class: 'rating' }, up, down, thanks);
}
