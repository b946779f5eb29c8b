import { splitSentences } from '#lib/sentences.ts';
import { confidenceOf } from './confidence.ts';
import type { Passage, Reply } from './reply.ts';

type Question = { question: string; passages: readonly Passage[]; responseLength: 'short' | 'medium' | 'detailed' };

const LENGTHS = { short: 2, medium: 4, detailed: 8 };

/** A reply made of the first sentences of the best passage, or undefined when nothing was found. */
export function answerExtractively({ passages, responseLength }: Question): Reply | undefined {
  const best = passages[0];
  if (!best || best.score < 0.05) return undefined;
  let text = '';
  const citations: Reply['citations'] = [];
  for (const { start, end } of splitSentences(best.text).slice(0, LENGTHS[responseLength])) {
    const sentence = best.text.slice(start, end).replace(/\s+/g, ' ');
    if (text) text += ' ';
    const replyStart = text.length;
    text += sentence;
    citations.push({
      source_id: best.sourceId,
      chunk_id: best.chunkId,
      start: best.start + start,
      end: best.start + end,
      ...(best.page !== undefined && { page: best.page }),
      reply_start: replyStart,
      reply_end: text.length,
    });
  }
  return {
    text,
    sources: [{ id: best.sourceId, name: best.sourceName, snippet: text.slice(0, 300) }],
    citations,
    confidence: confidenceOf(passages),
  };
}
