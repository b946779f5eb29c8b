import { fileURLToPath } from 'node:url';
import { composeReply } from '../server/src/chat/extractive/compose-reply.ts';
import { replyFeatures } from '../server/src/chat/extractive/confidence.ts';
import { type RankedUnit, rankUnits } from '../server/src/chat/extractive/rank-units.ts';
import { readQuestion } from '../server/src/chat/extractive/read-question.ts';
import { selectUnits } from '../server/src/chat/extractive/select-units.ts';
import type { Passage } from '../server/src/chat/passages/passage.ts';
import { languageOfPassages } from '../server/src/chat/passages/read-sentences.ts';
import { TermReader } from '../server/src/chat/passages/term-reader.ts';
import type { ChunkId, SourceId } from '../server/src/lib/ids.ts';
import { openE5 } from '../server/src/models/e5/open-e5.ts';
import { deepSenses } from '../server/src/search/deep-senses.ts';
import { deepCloseness, rivalsOf, score } from '../server/src/search/score.ts';
import { blocksOf } from '../server/src/text/blocks.ts';
import type { Language } from '../server/src/text/language.ts';
import { FOREIGN, type Part, plain, type Question, type Read, readParts } from './scores/answer-sets.ts';
import { DeepVectors } from './scores/deep-vectors.ts';
import { answers } from './scores/documentation-trials.ts';
import { fitChoice, fitLogistic } from './scores/fit-weights.ts';
import { createRandom } from './scores/random.ts';
import {
  add,
  type Collected,
  collect,
  find,
  type Indexed,
  indexDocuments,
  loadEmbedder,
  remove,
} from './scores/search-documents.ts';

/** Fits the weights of the answers without a model: STRENGTH of rank-units.ts as a choice among all units of a question, and
 *  CURVE and FOREIGN_CURVE of confidence.ts as the chance that the reply is right, and prints them. Run by hand, after a change of the search
 *  or of a feature: `node bench/fit-answers.ts [SET …]`, with the judged sets in EVAL_DIR. Without names it takes all of
 *  them, about half an hour of a core; a name is the beginning of one, such as `docs-qa-dev/uv` or `xquad`. CURVE depends on
 *  STRENGTH: enter that first, and run it again. */

type Named = Readonly<Record<string, number>>;
type Choice = { set: string; options: { values: Named; isRight: boolean }[] };
type Reply = { set: string; values: Named; isRight: boolean };

/** Passages that a reply is composed from, as in the chat. */
const MOST_PASSAGES = 8;
/** Other documents of a small collection: 1 to this. */
const MOST_OTHERS = 8;
/** STRENGTH is fitted on these; on the others it is measured. */
const FITTED = /^docs-qa-dev|^xquad\/en$/;
const FEW = 'collections of 1 to 9 documents';
const MOST_STRANGERS = 3;

const deepModel = openE5({
  folder: fileURLToPath(new URL('../server/models/multilingual-e5-small', import.meta.url)),
});
const models = { embedder: await loadEmbedder(), deep: new DeepVectors(deepModel) };
const random = createRandom(1);
const blocksByText = new Map<string, { start: number; vector: Float32Array | undefined }[]>();

const isRight = ({ accepted }: Question, text: string): boolean =>
  accepted.some((answer) => plain(text).includes(answer));

async function askAll({ set, documents, questions }: Part): Promise<{ choices: Choice[]; replies: Reply[] }> {
  const choices: Choice[] = [];
  const replies: Reply[] = [];
  const byId = new Map(documents.map((document) => [document.id, document]));
  const indexed = await indexDocuments(models, documents);
  const all = collect(indexed);
  const [group = set] = set.split('/');
  for (const question of questions) {
    const ask = async (collected: Collected, asSet: string): Promise<RankedUnit[]> => {
      const ranked = await rank(question, collected, byId);
      const { text } = composeReply(selectUnits(ranked.units, 'medium'));
      const hasAnswer = question.gold.some((id) => collected.documents.has(id));
      replies.push({ set: asSet, values: ranked.values, isRight: hasAnswer && isRight(question, text) });
      return ranked.units;
    };
    const options = (await ask(all, group)).map((unit) => ({
      values: unit.evidence,
      isRight:
        question.gold.includes(unit.passage.sourceId) &&
        (isRight(question, [unit.lead?.text, unit.text].filter(Boolean).join(' ')) ||
          (question.documented !== undefined &&
            answers(question.documented, unit.passage.sourceId, unit.text))),
    }));
    if (FITTED.test(set) && options.some((option) => option.isRight)) choices.push({ set: group, options });
    const isForeign = group === FOREIGN;
    const { answering, others } = drawFew(question, indexed);
    const few = isForeign ? group : FEW;
    await ask(collect(others), few);
    if (answering) await ask(collect([answering, ...others]), few);
    // Documentations have questions of their own that no page answers.
    if (group === 'docs-qa-dev') continue;
    const leftOut = indexed.filter(({ id }) => question.gold.includes(id));
    for (const { id } of leftOut) remove(all, id);
    await ask(all, group);
    for (const document of leftOut) add(all, document);
  }
  return { choices, replies };
}

function drawFew({ gold }: Question, indexed: readonly Indexed[]) {
  const rest = indexed.filter(({ id }) => !gold.includes(id));
  const size = 1 + Math.floor(random() * MOST_OTHERS);
  const drawn = new Set(Array.from({ length: size }, () => rest[Math.floor(random() * rest.length)]));
  return {
    answering: indexed.find(({ id }) => id === gold[0]),
    others: [...drawn].filter((document) => document !== undefined),
  };
}

/** The units as the chat ranks them, and what CURVE knows of their reply. */
async function rank(question: Question, collected: Collected, byId: ReadonlyMap<string, Read>) {
  const passages = await findPassages(question.text, collected, byId);
  const language = languageOfPassages(passages);
  const asked = readQuestion(question.text, language);
  const units = rankUnits(asked, passages, new TermReader(language));
  const features = replyFeatures(asked, units);
  const strangers = Math.min(MOST_STRANGERS, features.strangers);
  const [best] = units;
  const values: Named = best?.passage.isForeign
    ? { bias: 1, relevance: best.evidence.relevance, strangers }
    : { bias: 1, ...features, strangers };
  return { units, values };
}

async function findPassages(
  text: string,
  collected: Collected,
  byId: ReadonlyMap<string, Read>,
): Promise<Passage[]> {
  const vector = await models.deep.ofQuery(text);
  const senseOf = deepSenses(text, collected.index.languages() as Language[]);
  const found = (await find(models, collected, text)).map((candidate) => ({
    ...candidate,
    sense: senseOf(byId.get(candidate.id)?.language ?? 'und'),
    closeness: deepCloseness(candidate.deepCosine),
  }));
  const rivals = rivalsOf(found);
  const best = found
    .map((candidate) => ({ ...candidate, score: score('hybrid', candidate, rivals) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_PASSAGES);
  return await Promise.all(
    best.map(async ({ id, position, score, closeness, share, sense }): Promise<Passage> => {
      const document = byId.get(id);
      const chunk = document?.chunks[position];
      const passage = chunk?.text ?? '';
      const blockCloseness = new Map(
        (await readBlocks(passage)).map((block) => [block.start, deepCloseness(dot(vector, block.vector))]),
      );
      return {
        chunkId: `${id}#${position}` as ChunkId,
        sourceId: id as SourceId,
        sourceName: document?.name ?? '',
        text: passage,
        start: chunk?.start ?? 0,
        heading: chunk?.heading,
        ...{ score, closeness, share, blockCloseness, isForeign: sense === 'foreign' },
      };
    }),
  );
}

async function readBlocks(text: string) {
  const known = blocksByText.get(text);
  if (known) return known;
  const spans = blocksOf(text);
  const { blocks } = await deepModel.embedPassage(text, spans);
  const read = spans.map(({ start }, at) => ({ start, vector: blocks[at] }));
  blocksByText.set(text, read);
  return read;
}

const dot = (a: Float32Array, b: Float32Array | undefined): number =>
  b ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : 0;

/** Each set counts the same. */
function weigh<T extends { set: string }>(items: readonly T[]): (T & { weight: number })[] {
  const groups = [...Map.groupBy(items, ({ set }) => set).values()];
  return groups.flatMap((group) =>
    group.map((item) => ({ ...item, weight: 1 / group.length / groups.length })),
  );
}

const wanted = process.argv.slice(2);
const choices: Choice[] = [];
const replies: Reply[] = [];
for (const part of await readParts()) {
  if (wanted.length > 0 && !wanted.some((name) => part.set.startsWith(name))) continue;
  const asked = await askAll(part);
  choices.push(...asked.choices);
  replies.push(...asked.replies);
  console.log(
    `${part.set}: ${asked.choices.length} questions with a right unit, ${asked.replies.length} replies`,
  );
}
console.log('STRENGTH:', fitChoice(weigh(choices)));
const [foreign, native] = [true, false].map((is) =>
  replies.filter(({ values }) => 'relevance' in values === is),
);
console.log('CURVE:', fitLogistic(weigh(native ?? [])));
console.log('FOREIGN_CURVE:', fitLogistic(weigh(foreign ?? [])));
await deepModel.close();
