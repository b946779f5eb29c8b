import { dotProduct } from '#lib/dot-product.ts';

/** How near the questions of a topic are on average, after the language and the domain are taken out of their vectors.
 *
 *  Measured with multilingual-e5-small on two sets of our own: pairs joined rightly of those joined, and of those that ask about one
 *  thing. 137 questions in 8 languages about 32 things: 1.00 and .72. 70 questions about one ferry in 4 languages, on 20 things that
 *  have much in common: .76 and .70; there "How long is the pier?" and "How old is the pier?" are one topic. With 8 questions of each
 *  set 1.00 and .64, .93 and .71. Vectors as they are give .90 and .31 at best, because they tell the language before the meaning. */
const SAME_FROM = 0.3;
/** The weight of the mean of few questions is n / (n + this): it would take out what they have in common. */
const FEW = 20;
/** Other requests wait at most this long. */
const TURN_MS = 5;

/** Joins questions about the same thing, in one language or several. Returns lists of their indexes, each question in one.
 *  vectors: unit vectors; a question without one stays by itself. probes: vectors of questions that say nothing, by language. */
export async function joinTopics(
  vectors: readonly (Float32Array | undefined)[],
  probes: readonly (readonly Float32Array[])[],
): Promise<number[][]> {
  const read = vectors.flatMap((vector, index) => (vector ? [{ vector, index }] : []));
  const unread = vectors.flatMap((vector, index) => (vector ? [] : [[index]]));
  const meanings = meaningsOf(
    read.map(({ vector }) => vector),
    probes,
  );
  const groups = await averageLinkage(meanings);
  return [...groups.map((group) => group.flatMap((place) => read[place]?.index ?? [])), ...unread];
}

/** What the questions say, without what all of their language and of their domain have in common. */
function meaningsOf(
  vectors: readonly Float32Array[],
  probes: readonly (readonly Float32Array[])[],
): Float32Array[] {
  const languages = probes.map(meanOf);
  const nearestTo = (vector: Float32Array): Float32Array | undefined =>
    languages.toSorted((a, b) => cosine(b, vector) - cosine(a, vector))[0];
  const said = vectors.map((vector) => without(vector, nearestTo(vector), 1));
  const domain = said.length === 0 ? undefined : meanOf(said);
  const weight = vectors.length / (vectors.length + FEW);
  return said.map((each) => unit(without(each, domain, weight)));
}

const meanOf = (vectors: readonly Float32Array[]): Float32Array => {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0) / vectors.length;
  return mean;
};

const without = (vector: Float32Array, part: Float32Array | undefined, weight: number): Float32Array =>
  part ? vector.map((value, i) => value - weight * (part[i] ?? 0)) : vector;

const cosine = (one: Float32Array, unitVector: Float32Array): number =>
  dotProduct(one, unitVector) / (Math.sqrt(dotProduct(one, one)) || 1);

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dotProduct(vector, vector)) || 1;
  return vector.map((value) => value / length);
};

/** A group of questions, with its mean similarity to each other group. */
type Group = { members: number[]; to: Float32Array };

/** Joins the two groups that are nearest on average, as long as they are near enough. */
async function averageLinkage(vectors: readonly Float32Array[]): Promise<number[][]> {
  const groups = new Map<number, Group>();
  let turnEndsAt = performance.now() + TURN_MS;
  for (const [place, vector] of vectors.entries()) {
    groups.set(place, {
      members: [place],
      to: Float32Array.from(vectors, (other) => dotProduct(vector, other)),
    });
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
  }
  const nearest = new Map<number, number>();
  for (const place of groups.keys()) nearest.set(place, nearestOf(groups, place));
  for (;;) {
    const [kept, gone] = nearestPair(groups, nearest);
    const [group, joined] = [groups.get(kept), groups.get(gone)];
    if (!group || !joined) return [...groups.values()].map(({ members }) => members);
    merge(groups, { kept, gone });
    nearest.delete(gone);
    for (const [place, other] of nearest)
      if (place === kept || other === kept || other === gone) nearest.set(place, nearestOf(groups, place));
      else if (similarity(groups, place, kept) > similarity(groups, place, other)) nearest.set(place, kept);
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
  }
}

const similarity = (groups: ReadonlyMap<number, Group>, one: number, other: number): number =>
  groups.get(one)?.to[other] ?? -1;

/** -1 if it is the only one. */
function nearestOf(groups: ReadonlyMap<number, Group>, place: number): number {
  let best = -1;
  for (const other of groups.keys())
    if (other !== place && (best < 0 || similarity(groups, place, other) > similarity(groups, place, best)))
      best = other;
  return best;
}

function nearestPair(
  groups: ReadonlyMap<number, Group>,
  nearest: ReadonlyMap<number, number>,
): [number, number] {
  let pair: [number, number] = [-1, -1];
  let best = SAME_FROM;
  for (const [place, other] of nearest) {
    const near = similarity(groups, place, other);
    if (near >= best) [pair, best] = [[place, other], near];
  }
  return pair;
}

/** The mean over all pairs of two groups, from the means of their parts. */
function merge(groups: Map<number, Group>, { kept, gone }: { kept: number; gone: number }): void {
  const [group, joined] = [groups.get(kept), groups.get(gone)];
  if (!group || !joined) return;
  const [size, added] = [group.members.length, joined.members.length];
  for (const [place, other] of groups) {
    if (place === kept || place === gone) continue;
    const mean = (size * (group.to[place] ?? 0) + added * (joined.to[place] ?? 0)) / (size + added);
    group.to[place] = mean;
    other.to[kept] = mean;
  }
  group.members.push(...joined.members);
  groups.delete(gone);
}
