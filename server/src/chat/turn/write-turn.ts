import { emit } from '#jobs/emit.ts';
import { toIso } from '#lib/clock.ts';
import type { AgentId, MessageId, SourceId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import type { Draft } from './draft-reply.ts';
import type { Reply } from './reply.ts';

/** The sources of a reply that are gone, or have other content than it was made from, at the moment of the commit. */
export async function changedSources(
  tx: WorkspaceTransaction,
  { reply, revisions }: Draft,
): Promise<string[]> {
  const ids = reply.sources.map((source) => source.id as SourceId);
  const rows = new Map((await tx.sources.findMany(ids)).map((row) => [row.source_id, row]));
  return ids.filter((id) => {
    const indexed = rows.get(id)?.indexed_revision;
    return indexed === undefined || indexed !== revisions.get(id);
  });
}

/** ids: made in the order of the transcript, by which it is sorted. */
export type WrittenTurn = {
  agentId: AgentId;
  sessionId: string;
  welcomeMessage: string | undefined;
  message: string;
  reply: Reply;
  /** Since the turn began. */
  durationMs: number;
  /** Replaces that of the session. */
  metadata: Record<string, string> | undefined;
  ids: { welcome: MessageId; question: MessageId; reply: MessageId };
  now: number;
};

/** Appends a turn to its session, and tells of a session that begins. */
export async function writeTurn(tx: WorkspaceTransaction, turn: WrittenTurn): Promise<void> {
  const { agentId, sessionId, welcomeMessage, message, reply, durationMs, metadata, ids, now } = turn;
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
    is_fallback: saysNothing(reply) ? (1 as const) : (0 as const),
    duration_ms: durationMs,
  };
  const restsOn = reply.sources.map((source) => source.id as SourceId);
  const messages = [...welcome, said('user', ids.question, message), answer];
  const isFirst = await tx.conversations.append(agentId, sessionId, messages, restsOn, now);
  if (metadata) await tx.conversations.setMetadata(agentId, sessionId, JSON.stringify(metadata));
  if (isFirst) {
    await emit(tx, {
      type: 'conversation.started',
      subjectId: `${agentId}/${sessionId}`,
      data: { agent_id: agentId, session_id: sessionId, metadata: metadata ?? {}, started_at: toIso(now) },
      now,
    });
  }
}

/** Small talk has no sources either, and no doubt. */
const saysNothing = ({ sources, confidence }: Reply): boolean => sources.length === 0 && confidence < 0.5;
