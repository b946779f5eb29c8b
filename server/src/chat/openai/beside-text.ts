import { z } from 'zod';
import {
  aboutReply,
  CitationSchema,
  SourceReferenceSchema,
  toCitations,
} from '#chat/conversations/schema.ts';
import { handoverOfAnswer } from '#chat/handover/schema.ts';
import type { Turn } from '#chat/turn/turn.ts';
import type { Citation } from '#storage/citation.ts';

/** What an answer in OpenAI's protocol has beside OpenAI's fields. */
export const besideTextFields = {
  session_id: z.string().meta({ description: 'The session that the reply belongs to.' }),
  sources: z
    .array(SourceReferenceSchema)
    .meta({ description: 'The sources that the reply rests on, best first, one entry per source.' }),
  citations: z
    .array(CitationSchema)
    .meta({ description: 'The places that the reply cites, with offsets into the content.' }),
  confidence: z
    .number()
    .meta({ description: '0 to 1. Below 0.5 the knowledge base may lack the information.' }),
  kind: aboutReply.kind,
  confidence_reason: z.string().meta({ description: 'A sentence in English that explains the confidence.' }),
  degraded: aboutReply.degraded,
  pinned_answer_id: aboutReply.pinned_answer_id,
  handover: handoverOfAnswer,
};

/** citations: with offsets into the content. */
export const besideText = (turn: Turn, citations: readonly Citation[]) => ({
  session_id: turn.sessionId,
  sources: turn.sources,
  citations: toCitations(citations),
  confidence: turn.confidence,
  kind: turn.kind,
  confidence_reason: turn.confidenceReason,
  ...(turn.isDegraded && { degraded: true as const }),
  ...(turn.pinned && { pinned_answer_id: turn.pinned.id }),
  ...(turn.handover && { handover: turn.handover }),
});
