import { LRUCache } from 'lru-cache';
import type { AnswerId, KnowledgeBaseId } from '#lib/ids.ts';
import type { DeepModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, AnswerWithSources, WorkspaceStore } from '#storage/store.ts';
import { comparable } from '#text/phrases.ts';
import { matchAnswer, readWording, type Wording } from './match-answer.ts';

/** Knowledge bases whose wordings are kept, and vectors of wordings: 1.5 kB each. */
const KEPT_BASES = 200;
const KEPT_VECTORS = 8_000;
/** The most wordings that a question is compared with by meaning, the oldest answers first: about 2 ms. */
const MOST_COMPARED = 4_000;
/** How long a turn waits for wordings to be read; reading goes on for the next turns. */
const PATIENCE_MS = 250;
/** How long one reading may wait for others. */
const READING_MS = 5_000;

/** A pinned answer that a question gets. isExact: it was asked in the words of the answer. */
export type PinnedMatch = { answer: AnswerWithSources; isExact: boolean };

/** Finds the pinned answer to a question among those of an agent's knowledge bases. standsAlone: the question needs no
 *  conversation to be understood; only then its meaning counts. */
export type FindPinnedAnswer = (
  store: WorkspaceStore,
  question: { agent: AgentWithBases; message: string; standsAlone: boolean; signal: AbortSignal },
) => Promise<PinnedMatch | undefined>;

type Phrasing = Awaited<ReturnType<WorkspaceStore['answers']['phrasings']>>[number];

type Kept = Phrasings & { changes: number; rows: readonly Phrasing[] };

type Phrasings = {
  /** The answers by the words of their questions, and of their variants. */
  byWords: ReadonlyMap<string, AnswerId>;
  wordings: readonly Wording[];
};

/** Keeps the wordings of pinned answers in memory, as long as their knowledge bases do not change. */
export function createPinnedAnswers({
  store: everything,
  models: { embedders },
  log,
}: Pick<Services, 'store' | 'models' | 'log'>): FindPinnedAnswer {
  const kept = new LRUCache<string, Kept>({ max: KEPT_BASES });
  const vectors = new LRUCache<string, Float32Array>({ max: KEPT_VECTORS });
  /** What is being read, by model. */
  const reading = new Map<string, Promise<void>>();
  const keyOf = (model: DeepModel, text: string): string => `${model.id} ${text}`;

  const load = async (store: WorkspaceStore, id: KnowledgeBaseId, changes: number): Promise<Kept> => {
    const name = `${store.environment} ${store.workspaceId} ${id}`;
    // The cache has all answers, and each turn leaves out those that are hidden from its person.
    const everyAnswer = everything.workspace(store.workspaceId).answers;
    const known = kept.get(name);
    if (known?.changes === changes) return known;
    const rows = await everyAnswer.phrasings(id);
    const loaded = { changes, rows, ...readPhrasings(rows) };
    kept.set(name, loaded);
    return loaded;
  };

  const readAll = async (model: DeepModel, texts: readonly string[]): Promise<void> => {
    for (const text of texts) {
      const vector = await model.embedQuery(text, { patienceMs: READING_MS });
      if (!vector) return;
      vectors.set(keyOf(model, text), vector);
    }
  };
  /** Reads what is missing, one knowledge base after another, and never throws. */
  const readMissing = (model: DeepModel, wordings: readonly Wording[]): Promise<void> => {
    const missing = wordings.map(({ text }) => text).filter((text) => !vectors.has(keyOf(model, text)));
    const running = reading.get(model.id);
    if (missing.length === 0 || running) return running ?? Promise.resolve();
    const started = readAll(model, missing)
      .catch((error) => {
        if (!(error instanceof ModelError)) log.warn({ err: error }, 'pinned answers could not be read');
      })
      .finally(() => reading.delete(model.id));
    reading.set(model.id, started);
    return started;
  };

  const byMeaning = async (
    model: DeepModel,
    message: string,
    wordings: readonly Wording[],
    signal: AbortSignal,
  ): Promise<AnswerId | undefined> => {
    const compared = wordings.slice(0, MOST_COMPARED);
    const isMissing = ({ text }: Wording): boolean => !vectors.has(keyOf(model, text));
    if (compared.some(isMissing))
      await Promise.race([
        readMissing(model, compared),
        new Promise((done) => setTimeout(done, PATIENCE_MS)),
      ]);
    const question = await embed(model, message, signal);
    return (
      question &&
      matchAnswer(readWording('ans_', message), compared, {
        question,
        of: ({ text }) => vectors.get(keyOf(model, text)),
      })
    );
  };

  return async (store, { agent, message, standsAlone, signal }) => {
    const ids = agent.knowledge_base_ids;
    const every = await store.knowledgeBases.indexVersions(ids);
    const bases = every.filter(({ answer_changes }) => answer_changes > 0);
    if (bases.length === 0) return undefined;
    const inOrder = bases.toSorted(
      (a, b) => ids.indexOf(a.knowledge_base_id) - ids.indexOf(b.knowledge_base_id),
    );
    const loaded = await Promise.all(
      inOrder.map(({ knowledge_base_id, answer_changes }) => load(store, knowledge_base_id, answer_changes)),
    );
    const all = await withoutHidden(store, loaded);
    const words = comparable(message);
    const exact = all.map(({ byWords }) => byWords.get(words)).find((id) => id !== undefined);
    const deepModel = inOrder
      .map(({ index_version, embedding_choice }) => embedders.deepOf(index_version, embedding_choice))
      .find((model) => model !== undefined);
    const wordings = all.flatMap((each) => each.wordings);
    const id =
      exact ??
      (deepModel && standsAlone && wordings.length > 0
        ? await byMeaning(deepModel, message, wordings, signal)
        : undefined);
    const answer = id && (await store.answers.find(id));
    return answer?.is_enabled === 1 ? { answer, isExact: exact !== undefined } : undefined;
  };
}

/** The wordings without those of answers that the person does not see for whom the store reads. */
async function withoutHidden(
  { answers }: WorkspaceStore,
  loaded: readonly Kept[],
): Promise<readonly Phrasings[]> {
  const hidden = await answers.hiddenIds();
  if (hidden.size === 0) return loaded;
  return loaded.map(({ rows }) => readPhrasings(rows.filter((row) => !hidden.has(row.answer_id))));
}

function readPhrasings(rows: readonly Phrasing[]): Phrasings {
  const byWords = new Map<string, AnswerId>();
  const all = rows.map(({ answer_id, question, variants }) => ({
    answer_id,
    question,
    variants: JSON.parse(variants) as string[],
  }));
  // A question wins over a variant of another answer, and the older of two variants over the newer.
  for (const { answer_id, question } of all) byWords.set(comparable(question), answer_id);
  for (const { answer_id, variants } of all)
    for (const variant of variants)
      if (!byWords.has(comparable(variant))) byWords.set(comparable(variant), answer_id);
  const wordings = all.flatMap(({ answer_id, question, variants }) =>
    [question, ...variants].map((text) => readWording(answer_id, text)),
  );
  return { byWords, wordings };
}

async function embed(
  model: DeepModel,
  message: string,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  try {
    return await model.embedQuery(message, { patienceMs: PATIENCE_MS, signal });
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}
