import { confidenceOfFallback } from './confidence.ts';
import type { Passage, Reply } from './reply.ts';

const GENERIC = "I don't know: I found nothing about this in my knowledge base.";

/** What is said when nothing relevant was found: the agent's own message, or a generic one; never with sources. */
export const fallbackReply = (message: string | null, passages: readonly Passage[]): Reply => ({
  text: message ?? GENERIC,
  sources: [],
  citations: [],
  confidence: confidenceOfFallback(passages),
});
