import { newId, type SourceId } from '#lib/ids.ts';
import { search } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { answerExtractively } from './extractive.ts';
import { fallbackReply } from './fallback.ts';
import { standaloneQuestion } from './follow-up.ts';
import type { Passage, Reply } from './reply.ts';

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
  services: Pick<Services, 'models' | 'clock'>,
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
    const reply = await composeReply(services, store, agent, question);
    signal.throwIfAborted();
    const turn = await store.transaction(async (tx) => {
      if (!(await allExist(tx, reply))) return undefined;
      return await writeTurn(tx, { agent, message, sessionId, reply, now: services.clock.now() });
    });
    if (turn) return turn;
  }
}

async function composeReply(
  services: Pick<Services, 'models'>,
  store: WorkspaceStore,
  agent: AgentWithBases,
  question: string,
): Promise<Reply> {
  const hits = await search(services, store, {
    query: question.slice(0, 2_048),
    searchType: 'hybrid',
    limit: PASSAGES,
    knowledgeBaseIds: agent.knowledge_base_ids,
  });
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
      cosine: candidate.cosine,
      share: candidate.share,
    }),
  );
  return (
    answerExtractively({ question, passages, responseLength: agent.response_length }) ??
    fallbackReply(agent.fallback_message, question, passages)
  );
}

/** Whether all that the reply rests on is still there, at the moment of the commit. */
async function allExist(tx: WorkspaceTransaction, reply: Reply): Promise<boolean> {
  const ids = reply.sources.map((source) => source.id as SourceId);
  return (await tx.sources.findMany(ids)).length === ids.length;
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
