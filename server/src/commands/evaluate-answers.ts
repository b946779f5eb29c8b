import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#boot/log.ts';
import { createTurnRunner, type RunTurn } from '#chat/turn/run-turn.ts';
import type { Config } from '#config/config.ts';
import type { AnswersOfSet } from '#evaluation/answer-report.ts';
import { type GivenReply, type JudgedReply, judgeReply } from '#evaluation/judge-reply.ts';
import { patientEmbedders } from '#evaluation/patient-embedders.ts';
import type { AnswerQuestion, AnswerSet } from '#evaluation/read-answer-sets.ts';
import { modelOutOfReach } from '#evaluation/run-evaluation.ts';
import { drain } from '#lib/async/drain.ts';
import { systemClock } from '#lib/clock.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import { openForSearch } from './open-for-search.ts';
import { type PreparedSets, prepareSets, readPrepared } from './prepared-sets.ts';
import { understandAll } from './understand-all.ts';

/** dataDir: where the indexed documents stay for the next time; a temporary folder without it. isInstant: leave the deep
 *  model out. isLeftOut: ask each answerable question again without the documents that answer it, for sets of answerable
 *  questions. */
type Options = { dataDir: string | undefined; isInstant: boolean; isLeftOut: boolean };

/** What a left-out document takes with it is one in ten. */
const BASES_TO_LEAVE_OUT = 10;

/** Indexes each set into a knowledge base with an agent of its own, asks the agent every question as a chat does, and
 *  judges the replies. A language model writes them if one is configured. Throws OperatorError if it cannot be reached. */
export async function evaluateAnswers(
  config: Config,
  sets: readonly AnswerSet[],
  { dataDir: kept, isInstant, isLeftOut }: Options,
): Promise<AnswersOfSet[]> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'footnote-eval-'));
  const way = { isInstant, knowledgeBases: isLeftOut ? BASES_TO_LEAVE_OUT : 1 };
  try {
    // Before anything is opened: another folder's data must stay as it is.
    const earlier = readPrepared(dataDir, sets, way);
    const { store, models, close } = await openForSearch(config, {
      dataDir,
      environment: 'sandbox',
      isNew: true,
    });
    try {
      const services: Services = {
        config,
        store,
        models: { ...models, embedders: patientEmbedders(models.embedders) },
        log: createLog('warn', process.stderr),
        clock: systemClock,
      };
      const prepared =
        earlier ??
        (await prepareSets(services, sets, {
          ...way,
          dataDir,
          model: isInstant ? instantModel(models.embedders) : undefined,
        }));
      return await askAll(services, isLeftOut ? sets.map(withLeftOut) : sets, prepared);
    } finally {
      await close();
    }
  } finally {
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** An embedding model that no deep model reads after. */
const instantModel = ({ names, deepOf, indexVersionFor }: Embedders): string | undefined =>
  names.find((name) => !deepOf(indexVersionFor(name), name));

/** leftOut: documents that are not searched for it. */
type AskedQuestion = AnswerQuestion & { leftOut?: string[] };
type AskedSet = AnswerSet & { questions: AskedQuestion[] };

const withLeftOut = (set: AnswerSet): AskedSet => ({
  ...set,
  questions: set.questions.flatMap((question) => [
    question,
    {
      ...question,
      id: `${question.id} left out`,
      accepted: [],
      golds: [],
      leftOut: question.golds.map(({ document }) => document),
    },
  ]),
});

async function askAll(
  services: Services,
  sets: readonly AskedSet[],
  { workspaceId, parts }: PreparedSets,
): Promise<AnswersOfSet[]> {
  const store = services.store.workspace(workspaceId as WorkspaceId);
  const startedAt = performance.now();
  await understandAll(services, store);
  console.error(`understood in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  const runTurn = createTurnRunner(services);
  const answers: AnswersOfSet[] = [];
  for (const [index, { name, documents, questions }] of sets.entries()) {
    const part = parts[index];
    const agent = part && (await store.agents.find(part.agentId));
    if (!agent) throw new Error(`The agent of ${name} is gone.`);
    console.error(`${name}: asking ${questions.length} questions`);
    const documentOf = new Map<string, string>(
      part.sources.map((source) => [source.sourceId, source.document]),
    );
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    const replies: JudgedReply[] = [];
    for (const question of questions) {
      const unseen = part.sources
        .filter(({ document }) => question.leftOut?.includes(document))
        .map((source) => source.knowledgeBaseId);
      const seen = agent.knowledge_base_ids.filter((id) => !unseen.includes(id));
      const asked = { runTurn, store, agent: { ...agent, knowledge_base_ids: seen }, documentOf };
      const given = await ask(asked, question.text);
      replies.push(judgeReply(question, given, (document) => texts.get(document) ?? ''));
    }
    answers.push({ name, documents: documents.length, replies });
  }
  return answers;
}

type Asked = {
  runTurn: RunTurn;
  store: WorkspaceStore;
  agent: AgentWithBases;
  /** By id of the source. */
  documentOf: ReadonlyMap<string, string>;
};

const ASKER = { type: 'api_key', id: 'key_eval', name: 'footnote eval' } as const;

async function ask({ runTurn, store, agent, documentOf }: Asked, message: string): Promise<GivenReply> {
  const { signal } = new AbortController();
  const principal = { actor: ASKER, workspaceId: store.workspaceId };
  const startedAt = performance.now();
  const turn = await drain(
    runTurn({ store, signal, principal, count: () => {} }, { agent, message, sessionId: undefined }),
  );
  if (turn.isWithoutModel) throw modelOutOfReach();
  const milliseconds = performance.now() - startedAt;
  const named = (sourceId: string): string => documentOf.get(sourceId) ?? sourceId;
  return {
    text: turn.text,
    isFallback: turn.kind === 'fallback',
    confidence: turn.confidence,
    sources: turn.sources.map(({ id }) => named(id)),
    units: turn.citations.map(({ source_id, reply_start, reply_end }) => ({
      document: named(source_id),
      text: turn.text.slice(reply_start, reply_end),
    })),
    milliseconds,
  };
}
