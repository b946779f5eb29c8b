import { randomUUIDv7 } from 'node:crypto';

// Node has this since 24.16, but its types do not yet.
declare module 'node:crypto' {
  export function randomUUIDv7(): string;
}

/** The prefix of each resource's ids. */
const PREFIXES = {
  account: 'acc',
  agent: 'agt',
  answer: 'ans',
  apiKey: 'key',
  archive: 'arc',
  auditEntry: 'aud',
  connector: 'con',
  connectorRun: 'sync',
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
  question: 'qst',
  questionSet: 'qset',
  request: 'req',
  runningChat: 'run',
  session: 'ses',
  signIn: 'sgn',
  source: 'src',
  turnTicket: 'turn',
  upload: 'up',
  view: 'view',
  webhook: 'wh',
  workspace: 'ws',
} as const;

type Prefixes = typeof PREFIXES;
export type Id<Noun extends keyof Prefixes> = `${Prefixes[Noun]}_${string}`;

export type AccountId = Id<'account'>;
export type AgentId = Id<'agent'>;
export type AnswerId = Id<'answer'>;
export type ApiKeyId = Id<'apiKey'>;
export type ArchiveId = Id<'archive'>;
export type AuditEntryId = Id<'auditEntry'>;
export type ConnectorId = Id<'connector'>;
export type ConnectorRunId = Id<'connectorRun'>;
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
export type QuestionId = Id<'question'>;
export type QuestionSetId = Id<'questionSet'>;
export type RunningChatId = Id<'runningChat'>;
export type SignInId = Id<'signIn'>;
export type SourceId = Id<'source'>;
export type TurnTicketId = Id<'turnTicket'>;
export type UploadId = Id<'upload'>;
export type ViewId = Id<'view'>;
export type WebhookId = Id<'webhook'>;
export type WorkspaceId = Id<'workspace'>;
export type ChunkId = `chunk_${string}`;

let newest = 0n;

/** Creates an id: the prefix and a UUID version 7 as 25 base-36 digits. Ids of one process sort in the order of their
 *  creation, even within a millisecond, where only the random part of the UUID would decide. */
export function newId<Noun extends keyof Prefixes>(noun: Noun): Id<Noun> {
  const uuid = BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`);
  newest = larger(uuid, newest + 1n);
  return `${PREFIXES[noun]}_${newest.toString(36).padStart(25, '0')}` as Id<Noun>;
}

/** The lowest id that could be created at a time. Ids that sort before it are older. */
export const firstIdOf = <Noun extends keyof Prefixes>(noun: Noun, timestampMs: number): Id<Noun> =>
  `${PREFIXES[noun]}_${(BigInt(Math.max(0, timestampMs)) << 80n).toString(36).padStart(25, '0')}` as Id<Noun>;

/** Makes all ids created from now on sort after this one. Another process created it, and its clock may be ahead of ours. */
export function sortIdsAfter(id: Id<keyof Prefixes>): void {
  const digits = [...id.slice(id.indexOf('_') + 1)];
  const seen = digits.reduce((sum, digit) => 36n * sum + BigInt(Number.parseInt(digit, 36)), 0n);
  newest = larger(newest, seen);
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** A chunk's id consists of its source, the revision of the content and its position. It needs no row of its own, sorts
 *  in the order of the text, and differs from the ids of replaced content. */
export const chunkId = (sourceId: SourceId, revision: number, position: number): ChunkId =>
  `chunk_${sourceId.slice(PREFIXES.source.length + 1)}_${digits(revision, 3)}${digits(position, 5)}`;

const digits = (value: number, width: number): string => value.toString(36).padStart(width, '0');
