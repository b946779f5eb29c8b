import type { z } from 'zod';
import { notFound } from '#errors.ts';
import type { TokenUsage } from '#models/model.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import { type JudgedReply, judgeReply } from './judge-reply.ts';
import { calibrationError, mean, percentile, reliabilityBins, roundFigure } from './metrics.ts';
import type { ReplyOutcome, ReplyResults } from './result-schema.ts';
import { modelOutOfReach } from './run-evaluation.ts';
import type { StoredQuestion } from './schema.ts';

/** What an agent says to a question. sources: best first. */
type Said = {
  kind: ReplyOutcome['kind'];
  text: string;
  sources: { id: string }[];
  confidence: number;
  isWithoutModel?: true;
  usage: TokenUsage | undefined;
};

/** Asks an agent outside of any conversation, and writes nothing. */
export type AskAgent = (
  store: WorkspaceStore,
  request: { agent: AgentWithBases; message: string; signal: AbortSignal },
) => Promise<Said>;

type Judged = { question: StoredQuestion; reply: JudgedReply; outcome: ReplyOutcome };

export type EvaluatedReplies = {
  results: z.infer<typeof ReplyResults>;
  outcomes: ReplyOutcome[];
};

type Options = {
  agent: AgentWithBases;
  questions: readonly StoredQuestion[];
  signal: AbortSignal;
  /** Receives the progress, 0 to 1. */
  onProgress: (progress: number) => void;
  /** Receives what the language model used for each reply, also if a later one fails. */
  count: (usage: TokenUsage) => void;
};

/** Asks an agent every question in sequence and judges the replies. Throws 404 once the agent is deleted, and OperatorError if the language model cannot be
 *  reached; a reply that it cut short or began to repeat is judged as it is. */
export async function evaluateReplies(
  askAgent: AskAgent,
  store: WorkspaceStore,
  { agent, questions, signal, onProgress, count }: Options,
): Promise<EvaluatedReplies> {
  const judged: Judged[] = [];
  for (const question of questions) {
    signal.throwIfAborted();
    if (!(await store.agents.find(agent.agent_id))) throw notFound('agent', agent.agent_id);
    const startedAt = performance.now();
    const said = await askAgent(store, { agent, message: question.query, signal });
    if (said.usage) count(said.usage);
    if (said.isWithoutModel) throw modelOutOfReach();
    judged.push(judge(question, said, performance.now() - startedAt));
    onProgress(judged.length / questions.length);
    // Extractive replies are made in memory and hardly wait: yield to other work on this thread.
    await new Promise(setImmediate);
  }
  return { results: resultsOf(judged), outcomes: sureMistakesFirst(judged) };
}

function judge(question: StoredQuestion, said: Said, milliseconds: number): Judged {
  const { query, relevant, must = [], unanswerable } = question;
  const isFallback = said.kind === 'fallback';
  const source_ids = said.sources.map(({ id }) => id);
  const reply = judgeReply(
    {
      id: query,
      text: query,
      type: undefined,
      accepted: must,
      golds: relevant.map(({ source_id }) => ({ document: source_id, span: undefined })),
    },
    {
      text: said.text,
      isFallback,
      confidence: said.confidence,
      sources: source_ids,
      units: [],
      milliseconds,
    },
    () => '',
  );
  const holds_must = must.length === 0 ? null : reply.isRight;
  const cites_relevant =
    relevant.length === 0
      ? null
      : !isFallback && relevant.some(({ source_id }) => source_ids.includes(source_id));
  const right = unanswerable ? isFallback : (holds_must ?? cites_relevant ?? false);
  const { text, kind, confidence } = said;
  const outcome = { query, reply: text, kind, confidence, right, holds_must, cites_relevant, source_ids };
  return { question, reply, outcome };
}

function resultsOf(judged: readonly Judged[]): z.infer<typeof ReplyResults> {
  const share = (of: readonly Judged[], isOne: (one: Judged) => boolean | null): number | null =>
    roundFigure(mean(of.map((one) => Number(isOne(one)))));
  const answerable = judged.filter(({ question }) => !question.unanswerable);
  const unanswerable = judged.filter(({ question }) => question.unanswerable);
  const withRelevant = judged.filter(({ question }) => question.relevant.length > 0);
  const latency = (part: number): number | null =>
    roundFigure(
      percentile(
        judged.map(({ reply }) => reply.given.milliseconds),
        part,
      ),
    );
  return {
    questions: judged.length,
    right: share(judged, ({ outcome }) => outcome.right),
    holds_must: share(
      judged.filter(({ outcome }) => outcome.holds_must !== null),
      ({ outcome }) => outcome.holds_must,
    ),
    cites_relevant: share(withRelevant, ({ outcome }) => outcome.cites_relevant),
    cites_relevant_first: share(withRelevant, ({ reply }) => reply.isGoldFirst && !reply.given.isFallback),
    answerable_fallbacks: share(answerable, ({ reply }) => reply.given.isFallback),
    unanswerable_fallbacks: share(unanswerable, ({ reply }) => reply.given.isFallback),
    mean_confidence: roundFigure(mean(judged.map(({ outcome }) => outcome.confidence))),
    calibration_error: roundFigure(
      calibrationError(
        reliabilityBins(
          judged.map(({ question, outcome }) => ({
            score: outcome.confidence,
            isRelevant: outcome.right && !question.unanswerable,
          })),
        ),
      ),
    ),
    latency_ms: { p50: latency(0.5), p95: latency(0.95) },
  };
}

const sureMistakesFirst = (judged: readonly Judged[]): ReplyOutcome[] =>
  judged.map(({ outcome }) => outcome).toSorted((a, b) => goodness(a) - goodness(b));

const goodness = ({ right, confidence }: ReplyOutcome): number => (right ? 1 + confidence : 1 - confidence);
