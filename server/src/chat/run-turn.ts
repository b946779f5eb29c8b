import { notFound } from '#errors.ts';
import { newId, type SourceId } from '#lib/ids.ts';
import { search } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { answerExtractively } from './extractive.ts';
import { fallbackReply } from './fallback.ts';
import { standaloneQuestion } from './follow-up.ts';
import type { Passage, Reply } from './reply.ts';
import { answerSmallTalk } from './small-talk.ts';

export type Turn = Reply & {
  sessionId: string;
  messageId: MessageRow['message_id'];
  welcomeMessage: string | undefined;
};

type TurnRequest = {
  agent: AgentWithBases;
  message: string;
  sessionId: string | undefined;
  signal: AbortSignal;
};

/** Chunks that an answer may rest on. */
const PASSAGES = 8;
/** Earlier messages that a follow-up may lean on. */
const HISTORY_MESSAGES = 8;

/** Answers one message: finds what it is about, searches the agent's knowledge bases, composes a reply with exact
 *  citations, and writes the turn. A source that is deleted while the answer is made is not in it. */
export async function runTurn(
  services: Pick<Services, 'models' | 'clock' | 'log'>,
  store: WorkspaceStore,
  request: TurnRequest,
): Promise<Turn> {
  const { agent, message, signal } = request;
  const sessionId = request.sessionId ?? newId('session');
  const history =
    request.sessionId === undefined
      ? []
      : await store.conversations.recentMessages(agent.agent_id, sessionId, HISTORY_MESSAGES);
  const question = standaloneQuestion(message, history);
  for (;;) {
    const draft = replyToSmallTalk(message) ?? (await composeReply(services, store, agent, question));
    signal.throwIfAborted();
    const turn = await store.transaction(async (tx) => {
      if (!(await tx.agents.find(agent.agent_id))) throw notFound('agent', agent.agent_id);
      if (!(await isCurrent(tx, draft))) return undefined;
      return await writeTurn(tx, {
        agent,
        message,
        sessionId,
        reply: draft.reply,
        now: services.clock.now(),
      });
    });
    if (turn) return turn;
  }
}

/** A reply with the revisions of the sources that it was made from. */
type Draft = { reply: Reply; revisions: Map<string, number> };

/** A greeting is no question: it is answered as such, and there is nothing to doubt in it. */
function replyToSmallTalk(message: string): Draft | undefined {
  const text = answerSmallTalk(message);
  return text === undefined
    ? undefined
    : { reply: { text, sources: [], citations: [], confidence: 1 }, revisions: new Map() };
}

async function composeReply(
  services: Pick<Services, 'models' | 'log'>,
  store: WorkspaceStore,
  agent: AgentWithBases,
  question: string,
): Promise<Draft> {
  const { hits, failures } = await search(services, store, {
    query: question.slice(0, 2_048),
    searchType: 'hybrid',
    limit: PASSAGES,
    knowledgeBaseIds: agent.knowledge_base_ids,
  });
  for (const failure of failures) services.log.warn({ err: failure }, 'answered without a model');
  const passages = hits.map(
    ({ id, score, chunk, candidate }): Passage => ({
      chunkId: id,
      sourceId: chunk.source_id,
      sourceName: chunk.source_name,
      text: chunk.text,
      start: chunk.start_offset,
      page: chunk.page ?? undefined,
      heading: chunk.heading ?? undefined,
      score,
      closeness: candidate.closeness,
      share: candidate.share,
    }),
  );
  const reply =
    answerExtractively({ question, passages, responseLength: agent.response_length }) ??
    fallbackReply(agent.fallback_message, question, passages);
  return { reply, revisions: new Map(hits.map(({ chunk }) => [chunk.source_id, chunk.revision])) };
}

/** Whether all that the reply rests on still stands as it was read, at the moment of the commit. */
async function isCurrent(tx: WorkspaceTransaction, { reply, revisions }: Draft): Promise<boolean> {
  const ids = reply.sources.map((source) => source.id as SourceId);
  const sources = await tx.sources.findMany(ids);
  return (
    sources.length === ids.length &&
    sources.every(({ source_id, indexed_revision }) => indexed_revision === revisions.get(source_id))
  );
}

async function writeTurn(
  tx: WorkspaceTransaction,
  {
    agent,
    message,
    sessionId,
    reply,
    now,
  }: { agent: AgentWithBases; message: string; sessionId: string; reply: Reply; now: number },
): Promise<Turn> {
  const isNew = (await tx.conversations.find(agent.agent_id, sessionId)) === undefined;
  const welcomeMessage = isNew ? (agent.welcome_message ?? undefined) : undefined;
  const said = (role: MessageRow['role'], text: string) => ({
    message_id: newId('message'),
    role,
    text,
    confidence: null,
    sources: '[]',
    citations: '[]',
    created_at: now,
  });
  // Ids sort by the time they are made: the order of these lines is the order of the transcript.
  const welcome = welcomeMessage === undefined ? [] : [said('welcome', welcomeMessage)];
  const question = said('user', message);
  const answer = {
    ...said('agent', reply.text),
    confidence: reply.confidence,
    sources: JSON.stringify(reply.sources),
    citations: JSON.stringify(reply.citations),
  };
  const restsOn = reply.sources.map((source) => source.id as SourceId);
  await tx.conversations.append(agent.agent_id, sessionId, [...welcome, question, answer], restsOn, now);
  return { ...reply, sessionId, messageId: answer.message_id, welcomeMessage };
}
