import type { Source } from './source.ts';

/** Changed sources by id; undefined if deleted. */
export type Changes = ReadonlyMap<string, Source | undefined>;

/** A response that was on its way while the stream reported a change may be older than the change. A request notes the
 *  moment it starts, and applies later news to its response. The stream reports all that follows, so nothing is wrong for
 *  long. */

/** No response takes longer from the database to the browser. */
const KEPT_MS = 60_000;

type News = { source: Source; moment: number; toldAt: number };

/** The latest of each source, the oldest first. */
const news = new Map<string, News>();
let moment = 0;

/** A position in the order of news, not a time. */
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

/** The source from news after a moment, or else from the response. */
export function latestOf(answered: Source, since: number): Source {
  const told = news.get(answered.id);
  return told && told.moment > since ? told.source : answered;
}
