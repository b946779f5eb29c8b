import {
  type AgentId,
  type ApiKeyId,
  type CrawlId,
  type DeliveryId,
  type EvaluationId,
  type EventId,
  type KnowledgeBaseId,
  newId,
  type SourceId,
  type WebhookId,
  type WorkspaceId,
} from '#lib/ids.ts';
import type { Store, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { CrawlRow, EvaluationRow, MessageRow, SourceRow } from '#storage/tables.ts';
import { readVersions } from './new-agent-version.ts';
import type { LaterColumn } from './new-question-set.ts';
import { DEEP_MODEL } from './read-chunks.ts';
import { readConnectors, readCrawls } from './read-places.ts';
import { segmentOf } from './segment-of.ts';

/** The version of the indexes in the store under test. */
export const CONTRACT_INDEX_VERSION = 'model/1';

/** A workspace with a key, a knowledge base and an agent, for tests of storage. */
export type Tenant = {
  store: WorkspaceStore;
  workspaceId: WorkspaceId;
  keyId: ApiKeyId;
  knowledgeBaseId: KnowledgeBaseId;
  agentId: AgentId;
};

/** A search in these knowledge bases. */
export const inBases = (...knowledgeBaseIds: KnowledgeBaseId[]) => ({
  knowledgeBaseIds,
  indexVersion: CONTRACT_INDEX_VERSION,
});

const stamps = { created_at: 1, updated_at: 1 };

/** Adds a workspace. `like`: reuses the ids of that tenant. */
export async function addTenant(
  store: Store,
  like?: Tenant,
  indexVersion = CONTRACT_INDEX_VERSION,
): Promise<Tenant> {
  const workspaceId = newId('workspace');
  const tenant: Tenant = {
    workspaceId,
    store: store.workspace(workspaceId),
    keyId: like?.keyId ?? newId('apiKey'),
    knowledgeBaseId: like?.knowledgeBaseId ?? newId('knowledgeBase'),
    agentId: like?.agentId ?? newId('agent'),
  };
  await tenant.store.transaction(async (tx) => {
    await tx.workspace.create({ name: '0', ...stamps });
    await tx.keys.insert(newKey(tenant.keyId));
    const base = newKnowledgeBase(tenant.knowledgeBaseId, 1);
    await tx.knowledgeBases.insert({ ...base, index_version: indexVersion });
    await tx.agents.insert(newAgent(tenant.agentId));
    await tx.agents.setKnowledgeBases(tenant.agentId, [tenant.knowledgeBaseId]);
  });
  return tenant;
}

export const newKey = (keyId: ApiKeyId) => ({
  key_id: keyId,
  name: 'Key',
  scope: 'admin' as const,
  secret_hash: newId('request'),
  last_four: 'abcd',
  created_at: 1,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  knowledge_base_ids: null,
  created_by: null,
});

export const newKnowledgeBase = (id: KnowledgeBaseId, isDefault: 0 | 1 = 0) => ({
  knowledge_base_id: id,
  name: 'Base',
  description: '',
  is_default: isDefault,
  index_version: CONTRACT_INDEX_VERSION,
  ...stamps,
});

export const newAgent = (agentId: AgentId) => ({
  agent_id: agentId,
  name: 'Agent',
  status: 'active' as const,
  welcome_message: null,
  fallback_message: null,
  system_prompt: null,
  response_length: 'medium' as const,
  ...stamps,
});

export const newSource = (
  knowledgeBaseId: KnowledgeBaseId,
  more: Partial<Omit<SourceRow, 'workspace_id' | 'tags'>> & { tags?: readonly string[] } = {},
) => ({
  source_id: newId('source'),
  knowledge_base_id: knowledgeBaseId,
  type: 'text' as const,
  name: 'Source',
  url: null,
  file_name: null,
  mime_type: 'text/plain',
  size_bytes: 10,
  content_sha256: null,
  status: 'processing' as const,
  stage: 'queued' as const,
  progress: 0,
  error: null,
  revision: 1,
  indexed_revision: null,
  chunk_count: 0,
  indexed_at: null,
  tags: [],
  ...stamps,
  ...more,
});

export const newMessage = (
  role: MessageRow['role'],
  text: string,
  more: Partial<Pick<MessageRow, 'sources' | 'citations'>> = {},
) => ({
  message_id: newId('message'),
  role,
  text,
  confidence: role === 'agent' ? 0.5 : null,
  sources: '[]',
  citations: '[]',
  created_at: 1,
  ...more,
});

export const newCrawl = (
  knowledgeBaseId: KnowledgeBaseId,
  more: Partial<Omit<CrawlRow, 'workspace_id'>> = {},
) => ({
  crawl_id: newId('crawl'),
  knowledge_base_id: knowledgeBaseId,
  url: 'http://site.example/',
  mode: 'links' as const,
  max_pages: 10,
  max_depth: 2,
  metadata: '{}',
  tags: '[]',
  refresh_interval_hours: null,
  status: 'running' as const,
  error: null,
  ended_at: null,
  started_by: null,
  repeated_lines: null,
  ...stamps,
  ...more,
});

/** A URL found by a crawl. */
export const newPage = (path: string, kind: 'page' | 'sitemap' = 'page') => ({
  url: `http://site.example/${path}`,
  kind,
  depth: 1,
});

/** Adds a crawl that has found these pages. */
export async function addCrawl(
  { store, knowledgeBaseId }: Tenant,
  pages: readonly ReturnType<typeof newPage>[],
  more: Parameters<typeof newCrawl>[1] = {},
): Promise<CrawlId> {
  return await store.transaction(async (tx) => {
    const { crawl_id } = await tx.crawls.insert(newCrawl(knowledgeBaseId, more));
    await tx.crawls.addPages(crawl_id, pages);
    return crawl_id;
  });
}

export const newEvaluation = (
  evaluationId: EvaluationId = newId('evaluation'),
): Omit<EvaluationRow, 'workspace_id' | LaterColumn> => ({
  evaluation_id: evaluationId,
  name: 'acorn',
  status: 'completed',
  progress: 1,
  knowledge_base_ids: null,
  search_types: '["keyword"]',
  question_count: 1,
  questions: '[{"query":"acorn"}]',
  results: '[]',
  outcomes: '["acorn"]',
  reply_outcomes: '[{"reply":"acorn","source_ids":[]}]',
  error: null,
  ended_at: 1,
  ...stamps,
});

/** The request of `furnish`, while it runs. */
export const REQUEST = { idempotency_key: 'acorn-request', lease_token: 'acorn-lease' };

export type DeliveryIds = { eventId: EventId; webhookId: WebhookId; deliveryId: DeliveryId };

export const newDelivery = ({
  eventId,
  webhookId,
  deliveryId = newId('delivery'),
}: Partial<DeliveryIds>) => ({
  delivery_id: deliveryId,
  webhook_id: webhookId ?? newId('webhook'),
  event_id: eventId ?? newId('event'),
  subject_id: 'acorn',
  status: 'pending' as const,
  attempt_count: 0,
  next_attempt_at: 1,
  attempts: '[]',
  created_at: 1,
  ended_at: null,
});

/** Adds a webhook with an event to deliver, and the job of the delivery. */
export async function addDelivery({ store }: Tenant, like: Partial<DeliveryIds> = {}): Promise<DeliveryIds> {
  const { eventId = newId('event'), webhookId = newId('webhook'), deliveryId = newId('delivery') } = like;
  await store.transaction(async (tx) => {
    await tx.webhooks.insert({
      webhook_id: webhookId,
      url: 'http://acorn.example/',
      description: '',
      events: null,
      is_enabled: 1,
      disabled_reason: null,
      secret: 'whsec_acorn',
      previous_secret: null,
      previous_secret_until: null,
      failing_since: null,
      created_by: null,
      ...stamps,
    });
    const event = { event_id: eventId, type: 'webhook.test', subject_id: 'acorn', data: '{"acorn":1}' };
    await tx.events.insert({ ...event, created_at: 1 });
    await tx.deliveries.insert(newDelivery({ eventId, webhookId, deliveryId }));
    await tx.jobs.insert({ ...newJob(deliveryId), kind: 'deliver-event', lane: 'delivery' });
  });
  return { eventId, webhookId, deliveryId };
}

export const newJob = (subjectId: string, runAt = 0) => ({
  kind: 'ingest-source',
  lane: 'compute' as const,
  subject_id: subjectId,
  payload: JSON.stringify({ source_id: subjectId, revision: 1 }),
  run_at: runAt,
});

type Indexed = {
  sourceId: SourceId;
  knowledgeBaseId: KnowledgeBaseId;
  revision?: number;
  /** The words of each chunk are its terms. */
  chunks: readonly string[];
  language?: string;
};

/** Writes everything that indexing writes. */
export async function writeIndexed(
  tx: WorkspaceTransaction,
  { sourceId, knowledgeBaseId, revision = 1, chunks, language }: Indexed,
): Promise<void> {
  await tx.contents.removeText(sourceId);
  const at = { source_id: sourceId, revision };
  await tx.contents.insertTexts([
    { ...at, text: chunks.join('\n'), outline: '{}', places: Buffer.from('xy') },
  ]);
  await tx.contents.insertChunks(
    chunks.map((text, position) => ({
      ...at,
      position,
      start_offset: 0,
      end_offset: text.length,
      page: null,
      heading: null,
      text,
    })),
  );
  const segment = { ...segmentOf(chunks, language), indexVersion: CONTRACT_INDEX_VERSION };
  await tx.segments.write([{ knowledgeBaseId, sourceId, revision, ...segment }]);
  await tx.sources.update(sourceId, {
    status: 'indexed',
    revision,
    indexed_revision: revision,
    chunk_count: chunks.length,
    understood_by: null,
    understood_chunks: 0,
  });
}

/** Adds a source with bytes, text, chunks and index. */
export async function addIndexed(
  tenant: Tenant,
  chunks: readonly string[],
  more: Parameters<typeof newSource>[1] & { isLarge?: boolean; language?: string } = {},
): Promise<SourceId> {
  const { isLarge = false, language = 'en', ...columns } = more;
  const row = newSource(tenant.knowledgeBaseId, { indexed_at: 1, ...columns });
  const { source_id: sourceId, knowledge_base_id: knowledgeBaseId } = row;
  await tenant.store.transaction(
    async (tx) => {
      await tx.sources.insert(row);
      await tx.contents.insertFile(sourceId, 1, [Buffer.from(chunks.join('\n'))]);
      await writeIndexed(tx, { sourceId, knowledgeBaseId, chunks, language });
    },
    { isLarge },
  );
  return sourceId;
}

/** The results of a search for one term, by source and position. */
export async function search(
  { store, knowledgeBaseId }: Tenant,
  term: string,
  scope: {
    knowledgeBaseIds?: KnowledgeBaseId[];
    sourceIds?: ReadonlySet<string>;
    indexVersion?: string;
  } = {},
): Promise<{ sourceId: SourceId; revision: number; position: number }[]> {
  const found = await store.search.candidates(
    { ...inBases(knowledgeBaseId), ...scope },
    { terms: [{ term, weight: 1 }], limit: 100 },
  );
  return found
    .map(({ sourceId, revision, position }) => ({ sourceId, revision, position }))
    .sort((a, b) => (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : a.position - b.position));
}

/** Reads everything of a tenant, to check that nothing changed. `term`: a term to search for. */
export async function readAll(tenant: Tenant, term: string) {
  const { store } = tenant;
  const page = { limit: 1_000 };
  const sources = await store.sources.list(page);
  const agents = await store.agents.list(page);
  return {
    workspace: await store.workspace.get(),
    keys: await store.keys.list(page),
    knowledgeBases: await store.knowledgeBases.list(page),
    agents,
    sources,
    views: await store.savedViews.list({ ...page, ownerId: 'acc_1' }),
    versions: await readVersions(store, agents),
    tagged: await store.sources.ids({ tags: ['tea'] }),
    contents: await Promise.all(
      sources.map(async ({ source_id, revision }) => ({
        history: await store.sourceHistory.list(source_id, page),
        file: Buffer.from(await store.contents.file(source_id, revision)).toString(),
        text: await store.contents.text(source_id, revision),
        chunks: await store.contents.listChunks(source_id, revision, page),
        vectors: await store.understanding.vectorsOf({ sourceId: source_id, revision }, DEEP_MODEL),
        blocks: await store.understanding.blocksOf(
          [0, 1].map((position) => ({ sourceId: source_id, revision, position })),
          DEEP_MODEL,
        ),
      })),
    ),
    conversations: await Promise.all(
      agents.map(async ({ agent_id }) => {
        const conversations = await store.conversations.list(agent_id, page);
        const messages = conversations.map(({ session_id }) =>
          store.conversations.messages(agent_id, session_id, page),
        );
        const tickets = conversations.map(({ session_id }) =>
          store.turnTickets.first({ agentId: agent_id, sessionId: session_id }),
        );
        return { conversations, messages: await Promise.all(messages), tickets: await Promise.all(tickets) };
      }),
    ),
    crawls: await readCrawls(store),
    connectors: await readConnectors(store),
    answers: await Promise.all(
      (await store.answers.list(page)).map(async (answer) => ({
        answer,
        versions: await store.answers.versions(answer.answer_id, page),
      })),
    ),
    evaluations: [await store.evaluations.list(page), await store.questionSets.list(page)],
    events: await store.events.list(page),
    webhooks: await Promise.all(
      (await store.webhooks.list(page)).map(async (webhook) => ({
        webhook,
        deliveries: await store.deliveries.list(webhook.webhook_id, page),
      })),
    ),
    request: await store.idempotentRequests.find(REQUEST.idempotency_key),
    found: await search(tenant, term),
    languages: await store.search.languages(inBases(tenant.knowledgeBaseId)),
  };
}
