import { randomUUIDv7 } from 'node:crypto';

// In Node since 24.16, and not in its types yet.
declare module 'node:crypto' {
  export function randomUUIDv7(): string;
}

/** The prefix of each noun's ids. */
const PREFIXES = {
  account: 'acc',
  agent: 'agt',
  apiKey: 'key',
  auditEntry: 'aud',
  crawl: 'crawl',
  delivery: 'dlv',
  evaluation: 'eval',
  event: 'evt',
  historyEntry: 'his',
  invitation: 'inv',
  job: 'job',
  knowledgeBase: 'kb',
  message: 'msg',
  passkey: 'pky',
  publishableToken: 'tok',
  request: 'req',
  runningChat: 'run',
  session: 'ses',
  signIn: 'sgn',
  source: 'src',
  turnTicket: 'turn',
  webhook: 'wh',
  workspace: 'ws',
} as const;

type Prefixes = typeof PREFIXES;
export type Id<Noun extends keyof Prefixes> = `${Prefixes[Noun]}_${string}`;

export type AccountId = Id<'account'>;
export type AgentId = Id<'agent'>;
export type ApiKeyId = Id<'apiKey'>;
export type AuditEntryId = Id<'auditEntry'>;
export type CrawlId = Id<'crawl'>;
export type DeliveryId = Id<'delivery'>;
export type EvaluationId = Id<'evaluation'>;
export type EventId = Id<'event'>;
export type HistoryEntryId = Id<'historyEntry'>;
export type InvitationId = Id<'invitation'>;
export type JobId = Id<'job'>;
export type KnowledgeBaseId = Id<'knowledgeBase'>;
export type MessageId = Id<'message'>;
export type PasskeyId = Id<'passkey'>;
export type PublishableTokenId = Id<'publishableToken'>;
export type RunningChatId = Id<'runningChat'>;
export type SignInId = Id<'signIn'>;
export type SourceId = Id<'source'>;
export type TurnTicketId = Id<'turnTicket'>;
export type WebhookId = Id<'webhook'>;
export type WorkspaceId = Id<'workspace'>;
export type ChunkId = `chunk_${string}`;

let newest = 0n;

/** A new id: the prefix and a UUID version 7 in 25 base-36 digits. Ids of a process sort in the order in which they
 *  were made, also within a millisecond, where the random part of the UUID alone would decide. */
export function newId<Noun extends keyof Prefixes>(noun: Noun): Id<Noun> {
  const uuid = BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`);
  newest = larger(uuid, newest + 1n);
  return `${PREFIXES[noun]}_${newest.toString(36).padStart(25, '0')}` as Id<Noun>;
}

/** The first id that could have been made at a time: ids that sort before it are older. */
export const firstIdOf = <Noun extends keyof Prefixes>(noun: Noun, timestampMs: number): Id<Noun> =>
  `${PREFIXES[noun]}_${(BigInt(Math.max(0, timestampMs)) << 80n).toString(36).padStart(25, '0')}` as Id<Noun>;

/** Has all ids that are made from here on sort after this one, which another process has made, perhaps by a clock that is
 *  ahead of ours. */
export function sortIdsAfter(id: Id<keyof Prefixes>): void {
  const digits = [...id.slice(id.indexOf('_') + 1)];
  const seen = digits.reduce((sum, digit) => 36n * sum + BigInt(Number.parseInt(digit, 36)), 0n);
  newest = larger(newest, seen);
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The id of a chunk says where it stands: source, revision of its content, position. It needs no row of its own,
 *  it sorts in the order of the text, and a chunk of replaced content is never mistaken for one of the new. */
export const chunkId = (sourceId: SourceId, revision: number, position: number): ChunkId =>
  `chunk_${sourceId.slice(PREFIXES.source.length + 1)}_${digits(revision, 3)}${digits(position, 5)}`;

const digits = (value: number, width: number): string => value.toString(36).padStart(width, '0');
