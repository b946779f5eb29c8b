import { words } from './overview-words.ts';

/** How a number moved since the period before, in words. tone: whether that is good. */
export type Change = { words: string; tone: 'good' | 'bad' | 'plain'; direction: 'up' | 'down' | 'none' };

const NONE: Change = { words: words.change.none, tone: 'plain', direction: 'none' };
const SAME: Change = { words: words.change.same, tone: 'plain', direction: 'none' };

/** Of a number of which more is better. */
export function changeOfCount(now: number, before: number): Change {
  if (before === 0) return now === 0 ? SAME : NONE;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.005) return SAME;
  return share > 0
    ? { words: words.change.more({ share }), tone: 'good', direction: 'up' }
    : { words: words.change.fewer({ share: -share }), tone: 'bad', direction: 'down' };
}

/** Of a share of which more is better, in points of a hundred. */
export function changeOfShare(now: number | undefined, before: number | undefined): Change {
  if (now === undefined || before === undefined) return NONE;
  const points = Math.round(100 * now) - Math.round(100 * before);
  if (points === 0) return SAME;
  return points > 0
    ? { words: words.change.higher({ points }), tone: 'good', direction: 'up' }
    : { words: words.change.lower({ points: -points }), tone: 'bad', direction: 'down' };
}

/** Of a time: less is better. */
export function changeOfTime(now: number | undefined, before: number | undefined): Change {
  if (now === undefined || before === undefined || before === 0) return NONE;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.005) return SAME;
  return share < 0
    ? { words: words.change.faster({ share: -share }), tone: 'good', direction: 'down' }
    : { words: words.change.slower({ share }), tone: 'bad', direction: 'up' };
}
