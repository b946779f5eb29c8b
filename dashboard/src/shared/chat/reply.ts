import type { z } from 'zod';
import type {
  CitationSchema,
  Feedback as FeedbackSchema,
  Message as MessageSchema,
  SourceReferenceSchema,
} from '#server/chat/conversations/schema.ts';
import type { ChatAnswer as AnswerSchema } from '#server/chat/native/schema.ts';

export type ChatAnswer = z.infer<typeof AnswerSchema>;
export type Message = z.infer<typeof MessageSchema>;
export type Verdict = NonNullable<Message['verdicts']>[number];
export type Citation = z.infer<typeof CitationSchema>;
export type SourceReference = z.infer<typeof SourceReferenceSchema>;
export type Feedback = z.infer<typeof FeedbackSchema>;

/** A reply, in a running chat or a transcript. */
export type Reply = {
  text: string;
  sources: SourceReference[];
  citations: Citation[];
  confidence?: number | undefined;
  confidenceReason?: string | undefined;
  isDegraded: boolean;
};

export const replyOf = (message: Message): Reply => ({
  text: message.text,
  sources: message.sources ?? [],
  citations: message.citations ?? [],
  confidence: message.confidence,
  confidenceReason: message.confidence_reason,
  isDegraded: message.degraded ?? false,
});

export const replyOfAnswer = (answer: ChatAnswer): Reply => ({
  text: answer.reply,
  sources: answer.sources,
  citations: answer.citations,
  confidence: answer.confidence,
  confidenceReason: answer.confidence_reason,
  isDegraded: answer.degraded ?? false,
});
