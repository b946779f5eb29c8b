import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { answerExtractively } from '../server/src/chat/extractive/answer-extractively.ts';
import {
  CURVE,
  confidenceOf,
  REFUSAL,
  type ReplyFeatures,
  replyFeatures,
} from '../server/src/chat/extractive/confidence.ts';
import {
  type RankedSentence,
  rankSentences,
  type SentenceFeatures,
} from '../server/src/chat/extractive/rank-sentences.ts';
import { type AnalyzedQuestion, readQuestion } from '../server/src/chat/extractive/read-question.ts';
import type { Passage } from '../server/src/chat/passages/passage.ts';
import { TermReader } from '../server/src/chat/passages/term-reader.ts';
import { calibrationError, type JudgedResult, reliabilityBins } from '../server/src/evaluation/metrics.ts';
import { chunkDocument } from '../server/src/ingestion/chunking/chunk.ts';
import { indexChunks } from '../server/src/ingestion/indexing/index-chunks.ts';
import { parseText } from '../server/src/ingestion/parse/text.ts';
import { chunkId, type SourceId } from '../server/src/lib/ids.ts';
import { loadStaticEmbedder } from '../server/src/models/static/static-embedder.ts';
import { correctTypos } from '../server/src/search/correct-typos.ts';
import { rivalsOf, score } from '../server/src/search/score.ts';
import { createSearchIndex, searchIndexes } from '../server/src/storage/memory-index/search-index.ts';
import { analyzeQuery } from '../server/src/text/analyze-query.ts';

const ROOT = join(import.meta.dirname, '..');
const SET = join(process.env['EVAL_DIR'] ?? join(ROOT, '../shared/data/eval'), 'squad2-dev-half');
const MODEL = join(ROOT, 'server/models/static-en-multi-256');
const LANGUAGE = 'en';

/** As in the chat. */
const CANDIDATES = 50;
const PASSAGES = 8;

/** A question with an answer, and what retrieval finds with its document in the index and without it. */
type Trial = { question: string; answers: string[]; goldId: string; present: Passage[]; leftOut: Passage[] };

/** Does chat without a language model answer from the right source, and know when it cannot? Asks each answerable
 *  question of SQuAD 2.0 twice, with its document in the index and without. Odd questions are measured; the weights
 *  of the code were fitted on the even ones by `fitWeights`, which `--fit` prints. */
export async function evaluateChat(): Promise<Record<string, number>> {
  const trials = await readTrials();
  return measure(trials.filter((_, index) => index % 2 === 1));
}

function measure(trials: readonly Trial[]): Record<string, number> {
  const outcomes: Outcome[] = [];
  const took: number[] = [];
  const counts = { goldFirst: 0, holdsAnswer: 0, refused: 0, leftOutRefused: 0, sentences: 0, sources: 0 };
  for (const { question, answers, goldId, present, leftOut } of trials) {
    const started = performance.now();
    const reply = answerExtractively({ question, passages: present, responseLength: 'medium' });
    took.push(performance.now() - started);
    const unfounded = answerExtractively({ question, passages: leftOut, responseLength: 'medium' });
    const says = (of: typeof reply): boolean =>
      answers.some((answer) => of?.text.toLowerCase().includes(answer.toLowerCase()));
    counts.goldFirst += Number(reply?.sources[0]?.id === goldId);
    counts.holdsAnswer += Number(says(reply));
    counts.refused += Number(!reply);
    counts.leftOutRefused += Number(!unfounded);
    counts.sentences += reply?.citations.length ?? 0;
    counts.sources += reply?.sources.length ?? 0;
    outcomes.push({ confidence: confidence(question, present), isAnswerable: true, saysAnswer: says(reply) });
    outcomes.push({
      confidence: confidence(question, leftOut),
      isAnswerable: false,
      saysAnswer: says(unfounded),
    });
  }
  took.sort((a, b) => a - b);
  const share = (count: number) => round(count / trials.length);
  const unanswered = outcomes.filter(({ isAnswerable, saysAnswer }) => !isAnswerable && !saysAnswer);
  return {
    questions: trials.length,
    auroc: areaUnderRoc(outcomes),
    leftOutUnderHalf: share(outcomes.filter((o) => !o.isAnswerable && o.confidence < 0.5).length),
    // Leaves out questions that another document answers too: their replies contain the answer.
    unansweredUnderHalf: round(unanswered.filter((o) => o.confidence < 0.5).length / unanswered.length),
    answerableAtHalf: share(outcomes.filter((o) => o.isAnswerable && o.confidence >= 0.5).length),
    calibrationError: round(calibrationError(reliabilityBins(outcomes.map(judged))) ?? 0),
    holdsAnswer: share(counts.holdsAnswer),
    goldFirst: share(counts.goldFirst),
    refusedUnder: REFUSAL,
    answerableRefused: share(counts.refused),
    leftOutRefused: share(counts.leftOutRefused),
    sentencesAReply: round(counts.sentences / (trials.length - counts.refused)),
    sourcesAReply: round(counts.sources / (trials.length - counts.refused)),
    composeMsP50: round(took[Math.floor(took.length / 2)] ?? 0),
    composeMsP99: round(took[Math.floor(took.length * 0.99)] ?? 0),
  };
}

function rank(
  question: string,
  passages: readonly Passage[],
): { asked: AnalyzedQuestion; ranked: RankedSentence[] } {
  const asked = readQuestion(question, LANGUAGE);
  return { asked, ranked: rankSentences(asked, passages, new TermReader(LANGUAGE)) };
}

function confidence(question: string, passages: readonly Passage[]): number {
  const { asked, ranked } = rank(question, passages);
  return confidenceOf(asked, ranked);
}

/** saysAnswer: the reply has an accepted answer word by word. */
type Outcome = { confidence: number; isAnswerable: boolean; saysAnswer: boolean };

const judged = ({ confidence, isAnswerable }: Outcome): JudgedResult => ({
  score: confidence,
  isRelevant: isAnswerable,
});
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The chance that an answerable question is given more confidence than a left-out one. */
function areaUnderRoc(outcomes: readonly Outcome[]): number {
  const ascending = outcomes.toSorted((a, b) => a.confidence - b.confidence);
  let [leftOut, wins] = [0, 0];
  for (const { isAnswerable } of ascending) {
    if (isAnswerable) wins += leftOut;
    else leftOut += 1;
  }
  return round(wins / (leftOut * (outcomes.length - leftOut)));
}

/** Fits both sets of weights of the code on the even questions: STRENGTH of rank-sentences.ts as a choice among the
 *  sentences of a question (softmax), CURVE of confidence.ts as a logistic regression. */
async function fitWeights(): Promise<{ strength: Record<string, number>; curve: Record<string, number> }> {
  const trials = (await readTrials()).filter((_, index) => index % 2 === 0);
  const strengthNames = [
    'said',
    'implied',
    'pairs',
    'answerType',
    'relevance',
  ] as const satisfies (keyof SentenceFeatures)[];
  const choices = trials.map(({ question, answers, goldId, present }) =>
    rank(question, present).ranked.map(({ evidence, passage, text }) => ({
      values: strengthNames.map((name) => evidence[name]),
      isRight: passage.sourceId === goldId && answers.some((answer) => text.includes(answer)),
    })),
  );
  const curveNames = [
    'said',
    'implied',
    'pairs',
    'closeness',
    'lead',
    'ahead',
    'strangers',
  ] as const satisfies (keyof ReplyFeatures)[];
  const example = (question: string, passages: readonly Passage[], isRight: boolean) => {
    const { asked, ranked } = rank(question, passages);
    const evidence = replyFeatures(asked, ranked);
    return [
      { values: [1, ...curveNames.map((name) => evidence[name])], isRight },
      { values: [0, ...curveNames.map(() => 0)], isRight: !isRight },
    ];
  };
  // Logistic regression is the choice between an example and nothing.
  const answerable = trials.map(({ question, present }) => example(question, present, true));
  const leftOut = trials.map(({ question, leftOut }) => example(question, leftOut, false));
  const strength = fitChoices(choices);
  const curve = fitChoices([...answerable, ...leftOut]);
  return { strength: named(strengthNames, strength), curve: named(['bias', ...curveNames], curve) };
}

const named = (names: readonly string[], values: readonly number[]): Record<string, number> =>
  Object.fromEntries(names.map((name, index) => [name, round(values[index] ?? 0)]));

type Option = { values: number[]; isRight: boolean };

/** The weights that make the right options of each choice likeliest under a softmax, by gradient ascent with Adam.
 *  Choices without a right option have no effect. Source of Adam: Kingma, Ba, ICLR 2015. */
function fitChoices(choices: readonly Option[][]): number[] {
  const size = choices[0]?.[0]?.values.length ?? 0;
  const weights = new Array<number>(size).fill(0);
  const [mean, square] = [weights.slice(), weights.slice()];
  for (let step = 1; step <= 3000; step++) {
    const gradient = new Array<number>(size).fill(0);
    for (const options of choices) addGradient(gradient, weights, options);
    for (let i = 0; i < size; i++) {
      const slope = (gradient[i] ?? 0) / choices.length;
      mean[i] = 0.9 * (mean[i] ?? 0) + 0.1 * slope;
      square[i] = 0.999 * (square[i] ?? 0) + 0.001 * slope * slope;
      const unbiased = (mean[i] ?? 0) / (1 - 0.9 ** step);
      weights[i] =
        (weights[i] ?? 0) + (0.05 * unbiased) / (Math.sqrt((square[i] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

function addGradient(gradient: number[], weights: readonly number[], options: readonly Option[]): void {
  const odds = options.map(({ values }) =>
    Math.exp(values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)),
  );
  const total = odds.reduce((sum, value) => sum + value, 0);
  const right = options.reduce((sum, { isRight }, at) => sum + (isRight ? (odds[at] ?? 0) : 0), 0);
  if (right === 0) return;
  for (const [at, { values, isRight }] of options.entries()) {
    const pull = (odds[at] ?? 0) * ((isRight ? 1 / right : 0) - 1 / total);
    for (const [i, value] of values.entries()) gradient[i] = (gradient[i] ?? 0) + pull * value;
  }
}

type Line = { id: string; title: string; text: string; answers?: string[]; unanswerable?: boolean };

async function readTrials(): Promise<Trial[]> {
  const embedder = await loadStaticEmbedder(MODEL);
  const index = createSearchIndex();
  const documents = new Map(
    await Promise.all(
      readLines<Line>('corpus.jsonl.gz').map(async ({ id, title, text }) => {
        const chunks = chunkDocument(parseText(text));
        const segment = await indexChunks(embedder, { chunks, name: title, language: LANGUAGE });
        return [id, { address: { sourceId: id as SourceId, revision: 1 }, title, chunks, segment }] as const;
      }),
    ),
  );
  for (const { address, segment } of documents.values()) index.add(address, segment);

  const find = async (question: string): Promise<Passage[]> => {
    const { vector, closenessOf } = await embedder.embedQuery(question);
    const candidates = searchIndexes([index], {
      queryVector: vector,
      queryTerms: await correctTypos(analyzeQuery(question, [LANGUAGE]), async (terms) =>
        terms.map((term) => index.count(term)),
      ),
      limit: CANDIDATES,
    });
    const raw = candidates.map((candidate) => ({
      ...candidate,
      sense: 'instant' as const,
      closeness: closenessOf(candidate.cosine),
    }));
    const rivals = rivalsOf(raw);
    return raw
      .map((candidate) => ({ ...candidate, score: score('hybrid', candidate, rivals) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, PASSAGES)
      .flatMap(({ sourceId, revision, position, score, closeness, share }) => {
        const document = documents.get(sourceId);
        const chunk = document?.chunks[position];
        if (!document || !chunk) return [];
        const { text, start, heading } = chunk;
        return [
          {
            chunkId: chunkId(sourceId, revision, position),
            sourceId,
            sourceName: document.title,
            text,
            start,
            heading,
            score,
            closeness,
            share,
          },
        ];
      });
  };

  const gold = new Map(
    readRows('qrels.tsv.gz').map(([queryId = '', documentId = '']) => [queryId, documentId]),
  );
  const answerable = readLines<Line>('queries.jsonl.gz').filter(
    ({ id, unanswerable }) => !unanswerable && gold.has(id),
  );
  const trials: Trial[] = [];
  for (const [goldId, queries] of Map.groupBy(answerable, ({ id }) => gold.get(id) ?? '')) {
    const document = documents.get(goldId);
    if (!document) continue;
    const present = await Promise.all(queries.map(({ text }) => find(text)));
    index.remove(document.address.sourceId);
    const leftOut = await Promise.all(queries.map(({ text }) => find(text)));
    index.add(document.address, document.segment);
    for (const [i, { text, answers = [] }] of queries.entries()) {
      trials.push({ question: text, answers, goldId, present: present[i] ?? [], leftOut: leftOut[i] ?? [] });
    }
  }
  return trials;
}

const readRows = (file: string): string[][] =>
  gunzipSync(readFileSync(join(SET, file)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

const readLines = <T>(file: string): T[] => readRows(file).map(([json = '']) => JSON.parse(json) as T);

if (import.meta.main) {
  if (process.argv.includes('--fit')) console.log(await fitWeights(), 'in the code:', CURVE);
  console.table(await evaluateChat());
}
