/** Passages about everyday things, which never repeat: sentences put together by a seeded draw, each passage under a
 *  subject of its own. */
export function everydayTexts(count: number, sentences = 8): string[] {
  let state = 1;
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return items[(state >>> 8) % items.length] as Item;
  };
  return Array.from({ length: count }, (_, index) => {
    const place = `${PLACES[index % PLACES.length]} ${index}`;
    const lines = Array.from(
      { length: sentences },
      () =>
        `${pick(WHEN)} ${pick(WHO)} ${pick(DOES)} ${pick(WHAT)} ${pick(WHERE)}, ${pick(BECAUSE)} ${pick(THEN)}.`,
    );
    return `Notes from ${place}. ${lines.join(' ')}`;
  });
}

const PLACES = ['the garden', 'the school', 'the kitchen', 'the office', 'the library', 'the station'];
const WHEN = ['On Monday', 'In the morning', 'After lunch', 'Late at night', 'Last spring', 'Once a week'];
const WHO = ['my neighbour', 'the teacher', 'a young cook', 'our manager', 'the old gardener', 'her cousin'];
const DOES = ['paints', 'repairs', 'carries', 'measures', 'forgets', 'sells', 'washes', 'borrows', 'sorts'];
const WHAT = [
  'the wooden chairs',
  'a bag of apples',
  'two letters',
  'the blue curtain',
  'a bicycle',
  'the plates',
];
const WHERE = [
  'near the window',
  'behind the house',
  'at the market',
  'in the cellar',
  'on the second floor',
];
const BECAUSE = ['because', 'although', 'while', 'before', 'and then'];
const THEN = [
  'the weather turns cold',
  'the children come home',
  'nobody has asked for it',
  'the bus is late again',
  'there is soup on the stove',
  'the phone keeps ringing',
  'guests arrive from the coast',
];
