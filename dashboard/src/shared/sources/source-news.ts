import type { Source } from './source.ts';

/** What became of sources, by id; undefined: deleted. */
export type Changes = ReadonlyMap<string, Source | undefined>;

/** An answer that was on its way while the stream of changes told something may be older than that. Whoever asks notes the
 *  moment, and puts what was told since then over the answer: the stream tells all that follows, so it is never wrong for
 *  long. */

/** No answer takes longer from the look into the database to the browser. */
const KEPT_MS = 60_000;

type News = { source: Source; moment: number; toldAt: number };

/** The latest of each source, the oldest first. */
const news = new Map<string, News>();
let moment = 0;

/** A point in the order of what was told, and not a time. */
export const thisMoment = (): number => moment;

export function noteNews(changes: Changes): void {
  moment += 1;
  const now = performance.now();
  for (const [id, source] of changes) {
    news.delete(id);
    if (source) news.set(id, { source, moment, toldAt: now });
  }
  for (const [id, { toldAt }] of news) {
    if (toldAt > now - KEPT_MS) break;
    news.delete(id);
  }
}

/** The source as it was told after a moment, or else as it was answered. */
export function latestOf(answered: Source, since: number): Source {
  const told = news.get(answered.id);
  return told && told.moment > since ? told.source : answered;
}
