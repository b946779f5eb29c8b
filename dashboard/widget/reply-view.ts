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
  const items = sources.map(({ name, snippet }, index) =>
    element(
      'li',
      { tabindex: '-1' },
      element('span', { class: 'quiet' }, String(index + 1)),
      element('b', {}, name),
      element('span', { class: 'quiet snippet' }, snippet),
    ),
  );
  const text = markdownView(
    readReply(
      reply,
      citations.map(({ reply_end }) => reply_end),
    ),
    (end) =>
      sources.flatMap(({ name }, index) =>
        citations.some((citation) => citation.reply_end === end && citation.source === index)
          ? [footnote(index + 1, name, () => items[index]?.focus())]
          : [],
      ),
  );
  const list = element('ol', { class: 'sources', 'aria-label': words.sources }, ...items);
  return element('div', { class: 'reply' }, text, sources.length > 0 ? list : undefined, ratingView(rate));
}

/** `show`: scrolls to its source in the list. */
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
