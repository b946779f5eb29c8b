import type { ChatAnswer } from '@footnote/sdk';
import { wrapText } from './text.ts';

/** The reply with `[1]` after each passage that a citation covers. */
export function withMarkers({ reply, citations }: Pick<ChatAnswer, 'reply' | 'citations'>): string {
  const placed = citations
    .filter(({ reply_end }) => reply_end !== undefined)
    .sort((a, b) => (b.reply_end ?? 0) - (a.reply_end ?? 0) || b.number - a.number);
  let text = reply;
  for (const { number, reply_end = 0 } of placed)
    text = `${text.slice(0, reply_end)}[${number}]${text.slice(reply_end)}`;
  return text;
}

/** What each number stands for: the source, the place in it, its link and the words. */
export function footnotes({ citations, sources }: Pick<ChatAnswer, 'citations' | 'sources'>): string {
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return citations
    .map((citation) => {
      const place = [
        [names.get(citation.source_id) ?? citation.source_id, citation.heading].filter(Boolean).join(' › '),
        citation.page === undefined ? '' : `page ${citation.page}`,
        'url' in citation && typeof citation.url === 'string' ? citation.url : '',
      ].filter(Boolean);
      return `\n[${citation.number}] ${place.join(', ')}\n${wrapText(citation.snippet ?? '', '    ')}`;
    })
    .join('\n');
}
