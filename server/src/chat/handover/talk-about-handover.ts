import type { Reply } from '#chat/reply.ts';
import type { AgentRow, HandoverRow } from '#storage/tables.ts';
import { detectLanguage, type Language } from '#text/language.ts';
import { asksForPerson } from './asks-for-person.ts';
import { HANDOVER_PHRASES } from './handover-phrases.ts';

/** Below this, the knowledge base may lack the information. */
const LOW_CONFIDENCE = 0.5;

/** What an answer says about a person: that one is offered and why, or how far the hand-over got. */
export type HandoverOfTurn =
  | { reason: 'requested' | 'low_confidence' }
  | { status: Exclude<HandoverRow['status'], 'resolved'> };

type Handover = Pick<HandoverRow, 'status'> | undefined;

/** The reply to a message that asks for a person; undefined for all others, and if the agent offers none. */
export function replyToRequest(
  agent: Pick<AgentRow, 'handover'>,
  message: string,
  handover: Handover,
): Reply | undefined {
  if (agent.handover === 'never') return undefined;
  const language = asksForPerson(message);
  if (language === undefined) return undefined;
  const said = handover?.status === 'open' ? 'waiting' : 'offered';
  return sayOf(language, said, 'The message asks for a person: nothing was looked up to answer it.');
}

/** The reply while a person has the conversation. */
export const replyForPerson = (message: string): Reply =>
  sayOf(
    asksForPerson(message) ?? detectLanguage(message),
    'taken',
    'A person has the conversation: the agent keeps silent.',
  );

const sayOf = (
  language: Language,
  said: 'offered' | 'waiting' | 'taken',
  confidenceReason: string,
): Reply => ({
  kind: 'handover',
  text: (HANDOVER_PHRASES[language] ?? HANDOVER_PHRASES.en)[said],
  sources: [],
  citations: [],
  confidence: 1,
  confidenceReason,
  isDegraded: false,
  usage: undefined,
});

/** What the answer of a turn says about a person; undefined if there is nothing to say. */
export function handoverOfTurn(
  agent: Pick<AgentRow, 'handover'>,
  message: string,
  { kind, confidence }: Pick<Reply, 'kind' | 'confidence'>,
  handover: Handover,
): HandoverOfTurn | undefined {
  if (handover && handover.status !== 'resolved') return { status: handover.status };
  if (agent.handover === 'never') return undefined;
  if (asksForPerson(message) !== undefined) return { reason: 'requested' };
  if (agent.handover !== 'on_low_confidence') return undefined;
  return kind === 'fallback' || confidence < LOW_CONFIDENCE ? { reason: 'low_confidence' } : undefined;
}
