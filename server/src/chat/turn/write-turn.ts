import { handoverOfTurn } from '#chat/handover/talk-about-handover.ts';
import type { Reply } from '#chat/reply.ts';
import { notFound } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import { toIso } from '#lib/clock.ts';
import type { MessageId, SourceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import { type CitedReply, redactReply } from '#storage/citation.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { AgentRow, MessageRow } from '#storage/tables.ts';
import type { Draft, Turn, TurnRequest } from './turn.ts';

/** ids: created in the order of the transcript, which is sorted by id. startedAt: see performance.now. */
export type NewTurn = {
  agent: Pick<AgentRow, 'agent_id' | 'handover'>;
  sessionId: string;
  welcomeMessage: string | undefined;
  message: string;
  draft: Draft;
  startedAt: number;
  ids: { welcome: MessageId; question: MessageId; reply: MessageId };
} & Pick<TurnRequest, 'channel' | 'metadata' | 'keep' | 'isKept' | 'isDraft'>;

/** Appends a turn to its session, in one transaction. Returns undefined and writes nothing if a source of the draft, the
 *  pinned answer that it says, or who has the conversation has changed and the draft was not sent yet. */
export async function writeTurn(
  { clock }: Pick<Services, 'clock'>,
  store: WorkspaceStore,
  { draft, startedAt, keep, isKept = true, ...written }: NewTurn,
): Promise<Turn | undefined> {
  const { agent, message, sessionId, welcomeMessage, ids } = written;
  const agentId = agent.agent_id;
  try {
    return await store.transaction(async (tx) => {
      if (!(await tx.agents.find(agentId))) throw notFound('agent', agentId);
      const changed = await changedSources(tx, draft);
      if (changed.length > 0 && !draft.isSent) throw new OutdatedDraft();
      const { pinned } = draft.reply;
      if (pinned && !(await tx.answers.countHit(pinned.id, pinned.version, clock.now())))
        throw new OutdatedDraft();
      const handover = await tx.handovers.find(agentId, sessionId);
      const hasPerson = handover?.status === 'assigned';
      if (hasPerson !== (draft.isForPerson ?? false) && !draft.isSent) throw new OutdatedDraft();
      const reply = withoutSources(draft.reply, changed);
      const durationMs = Math.round(performance.now() - startedAt);
      if (isKept) await appendTurn(tx, { ...written, reply, durationMs, now: clock.now() });
      // A person cannot take over a conversation without a transcript.
      const about = isKept ? handoverOfTurn(agent, message, reply, handover) : undefined;
      const turn: Turn = {
        ...reply,
        sessionId,
        messageId: ids.reply,
        welcomeMessage,
        ...(about && { handover: about }),
        ...(written.isDraft && { isDraft: written.isDraft }),
      };
      await keep?.(tx, turn);
      return turn;
    });
  } catch (error) {
    if (error instanceof OutdatedDraft) return undefined;
    throw error;
  }
}

/** Rolls the transaction back. A committed transaction would count as the answer of the request, even if it only reads. */
class OutdatedDraft extends Error {}

/** The sources of a reply that were deleted or have other content than the draft was made from, as of the commit. */
async function changedSources(tx: WorkspaceTransaction, { reply, revisions }: Draft): Promise<string[]> {
  const ids = reply.sources.map((source) => source.id as SourceId);
  const rows = new Map((await tx.sources.findMany(ids)).map((row) => [row.source_id, row]));
  return ids.filter((id) => {
    const indexed = rows.get(id)?.indexed_revision;
    return indexed === undefined || indexed !== revisions.get(id);
  });
}

/** A reply that was sent, without its parts from sources that have changed since. */
function withoutSources(reply: Reply, sourceIds: readonly string[]): Reply {
  if (sourceIds.length === 0) return reply;
  const redacted = sourceIds.reduce<CitedReply>(redactReply, reply);
  const kept = redacted.citations.length / reply.citations.length;
  return {
    ...reply,
    ...redacted,
    confidence: Math.round(1e4 * kept * reply.confidence) / 1e4,
    confidenceReason: `A source was deleted or replaced while the reply was written. ${reply.confidenceReason}`,
  };
}

type WrittenTurn = Omit<NewTurn, 'draft' | 'startedAt' | 'keep' | 'isKept'> & {
  reply: Reply;
  durationMs: number;
  now: number;
};

/** Appends the turn, and emits `conversation.started` if it is the first of its session. */
async function appendTurn(tx: WorkspaceTransaction, turn: WrittenTurn): Promise<void> {
  const { agent, sessionId, welcomeMessage, message, reply, durationMs, channel, metadata, ids, now } = turn;
  const agentId = agent.agent_id;
  const said = (role: MessageRow['role'], id: MessageId, text: string) => ({
    message_id: id,
    role,
    text,
    created_at: now,
  });
  const welcome = welcomeMessage === undefined ? [] : [said('welcome', ids.welcome, welcomeMessage)];
  const answer = {
    ...said('agent', ids.reply, reply.text),
    confidence: reply.confidence,
    confidence_reason: reply.confidenceReason,
    sources: JSON.stringify(reply.sources),
    citations: JSON.stringify(reply.citations),
    is_degraded: reply.isDegraded ? (1 as const) : (0 as const),
    usage: reply.usage ? JSON.stringify(reply.usage) : null,
    is_fallback: isFallback(reply) ? (1 as const) : (0 as const),
    duration_ms: durationMs,
    kind: reply.kind,
    pinned_answer_id: reply.pinned?.id ?? null,
  };
  const sourceIds = reply.sources.map((source) => source.id as SourceId);
  const messages = [...welcome, said('user', ids.question, message), answer];
  const isFirst = await tx.conversations.append(agentId, sessionId, messages, sourceIds, now, channel);
  if (metadata) await tx.conversations.setMetadata(agentId, sessionId, JSON.stringify(metadata), channel);
  if (isFirst) {
    await emit(tx, {
      type: 'conversation.started',
      subjectId: `${agentId}/${sessionId}`,
      data: { agent_id: agentId, session_id: sessionId, metadata: metadata ?? {}, started_at: toIso(now) },
      now,
    });
  }
}

/** Whether a reply leaves the question open: the fallback, or an answer whose sources were all deleted meanwhile. */
const isFallback = ({ kind, sources, confidence }: Reply): boolean =>
  kind === 'fallback' || (kind === 'answer' && sources.length === 0 && confidence < 0.5);
