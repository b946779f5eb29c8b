import type { HandoverOfTurn } from '#chat/handover/talk-about-handover.ts';
import type { Delta, Reply, Withdrawal } from '#chat/reply.ts';
import type { RequestContext } from '#http/context.ts';
import type { MessageId, PublishableTokenId } from '#lib/ids.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import type { JsonFormat } from '#models/model.ts';
import type { Principal } from '#records/principal.ts';
import type { AgentWithBases, WorkspaceTransaction } from '#storage/store.ts';

/** Events of a running turn. search: the model asked for one more search, before it wrote anything. Joined, the deltas without what is withdrawn are the text of the reply, except for text that is
 *  removed because its source was deleted meanwhile. */
export type TurnEvent =
  | { type: 'meta'; sessionId: string; messageId: MessageId; welcomeMessage: string | undefined }
  | { type: 'search'; query: string }
  | Delta
  | Withdrawal;

export type Turn = Reply & {
  sessionId: string;
  messageId: MessageId;
  /** In the first turn of a session, if the agent has one. */
  welcomeMessage: string | undefined;
  handover?: HandoverOfTurn;
  /** See TurnRequest. */
  isDraft?: true | undefined;
};

/** The parts of a request that a turn uses. */
export type TurnContext = Pick<RequestContext, 'store' | 'signal' | 'count'> & {
  principal: Pick<Principal, 'actor' | 'workspaceId'>;
};

/** The way in that a message takes. Clients name others in the metadata, as `channel`. */
export type Channel = 'api' | 'dashboard' | 'openai' | 'widget';

export type TurnRequest = {
  agent: AgentWithBases;
  /** Of no importance to a turn that is not kept. */
  channel?: Channel | undefined;
  message: string;
  /** A new session when absent. */
  sessionId: string | undefined;
  /** The last message of the session that the turn knows of; all when absent. */
  until?: MessageId | undefined;
  /** The agent is as its draft makes it. Such a turn is a test, which is not counted. */
  isDraft?: true | undefined;
  /** False: nothing is written, so the conversation has no transcript. */
  isKept?: boolean | undefined;
  /** Messages sent by the client instead of those of a session, oldest first. */
  history?: readonly { role: 'user' | 'assistant'; text: string }[] | undefined;
  /** A chat front end asks about the conversation instead of taking part in it: nothing is searched, and no session is
   *  written. plainReply: what it gets without a language model. wanted: the key of the JSON that it wants, otherwise one line. */
  task?: { plainReply: string; wanted?: string } | undefined;
  /** The reply must be JSON of the language model; what cannot be JSON is said in words. */
  format?: JsonFormat | undefined;
  /** The client takes back what is withdrawn. Otherwise nothing is sent before it is checked. */
  canWithdraw?: boolean;
  /** Only sources whose metadata passes it are searched and cited. */
  filter?: MetadataFilter | undefined;
  /** Replaces the session's metadata. */
  metadata?: Record<string, string> | undefined;
  /** The chat widget that sent the message; its budget is charged too. */
  tokenId?: PublishableTokenId | undefined;
  /** Runs in the transaction that writes the turn. */
  keep?: ((tx: WorkspaceTransaction, turn: Turn) => Promise<void>) | undefined;
};

/** A reply before it is written. */
export type Draft = {
  reply: Reply;
  /** Revisions of the sources it was made from, by id. */
  revisions: ReadonlyMap<string, number>;
  /** Whether its text was already sent. */
  isSent: boolean;
  /** A person has the conversation, so the agent says nothing of its own. */
  isForPerson?: true;
};
