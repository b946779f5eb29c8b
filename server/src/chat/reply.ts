import type { AnswerId } from '#lib/ids.ts';
import type { TokenUsage } from '#models/model.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';

/** What a reply is: an answer from the sources, the message that there is none, a reply to a greeting or thanks, or what is
 *  said about a hand-over to a person. */
export type ReplyKind = 'answer' | 'pinned' | 'fallback' | 'small_talk' | 'handover';

/** An answer and the sources it rests on, best first, one entry per source. */
export type Reply = {
  kind: ReplyKind;
  text: string;
  sources: SourceReference[];
  citations: Citation[];
  /** 0 to 1; below 0.5 the knowledge base may lack the information. */
  confidence: number;
  /** A sentence in English that explains the confidence. */
  confidenceReason: string;
  /** The language model gave no whole reply: it was out of reach, said nothing, repeated itself, reached its limit or broke
   *  off. */
  isDegraded: boolean;
  /** Nothing in it is the language model's, because that could not be asked. */
  isWithoutModel?: true;
  /** The text is JSON, as the request asked for. */
  isJson?: true;
  /** Tokens used by the language model; undefined if it was not called. */
  usage: TokenUsage | undefined;
  /** The pinned answer that the text is. */
  pinned?: { id: AnswerId; version: number };
};

/** A piece of a reply that is sent while it is written. citations: of this piece; absent if they are only known at the end. */
export type Delta = { type: 'delta'; text: string; citations?: readonly Citation[] };

/** A part of what was sent of a reply that does not stand, in UTF-16 code units. */
export type Withdrawal = { type: 'withdraw'; start: number; end: number };
