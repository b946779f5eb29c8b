import type { ConnectorId, CrawlId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { ConversationRow, EventRow, KnowledgeBaseRow } from '#storage/tables.ts';
import { readParts, within } from './parts.ts';

type OrphanedCrawl = { workspace_id: WorkspaceId; crawl_id: CrawlId };
export type OrphanedSource = { workspace_id: WorkspaceId; source_id: SourceId; revision: number };

/** Work without the job it needs, over all workspaces of the environment that can be reached. */
export const orphanedWorkReads = (engine: Engine) => ({
  sourcesWithoutJob: async (): Promise<OrphanedSource[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('workspaces')
        // Join by workspace: the index by status begins with it, and this runs every minute.
        .innerJoin('sources', (join) =>
          join
            .onRef('sources.workspace_id', '=', 'workspaces.workspace_id')
            .on('sources.status', '=', 'processing'),
        )
        .leftJoin('jobs', (join) =>
          join
            .onRef('jobs.workspace_id', '=', 'sources.workspace_id')
            .onRef('jobs.subject_id', '=', 'sources.source_id'),
        )
        .select(['sources.workspace_id', 'sources.source_id', 'sources.revision'])
        .where('jobs.job_id', 'is', null)
        .$call(within(part, 'workspaces.workspace_id', 'sources.workspace_id'))
        .execute(),
    ),

  /** Indexed web pages that are due for a refresh and have no job. */
  pagesToRefresh: async (now: number): Promise<OrphanedSource[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('sources')
        .leftJoin('jobs', (join) =>
          join
            .onRef('jobs.workspace_id', '=', 'sources.workspace_id')
            .onRef('jobs.subject_id', '=', 'sources.source_id'),
        )
        .select(['sources.workspace_id', 'sources.source_id', 'sources.revision'])
        .where('sources.refresh_at', '<=', now)
        .where('jobs.job_id', 'is', null)
        .limit(1_000)
        .$call(within(part, 'sources.workspace_id'))
        .execute(),
    ),

  /** Running crawls without a job. */
  crawlsWithoutJob: async (): Promise<OrphanedCrawl[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('crawls')
        .leftJoin('jobs', (join) =>
          join
            .onRef('jobs.workspace_id', '=', 'crawls.workspace_id')
            .onRef('jobs.subject_id', '=', 'crawls.crawl_id'),
        )
        .select(['crawls.workspace_id', 'crawls.crawl_id'])
        .where('crawls.status', '=', 'running')
        .where('jobs.job_id', 'is', null)
        .$call(within(part, 'crawls.workspace_id'))
        .execute(),
    ),

  /** Connectors that are due, or were interrupted, and have no job. */
  connectorsToSync: async (
    now: number,
  ): Promise<{ workspace_id: WorkspaceId; connector_id: ConnectorId }[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('connectors')
        .leftJoin('jobs', (join) =>
          join
            .onRef('jobs.workspace_id', '=', 'connectors.workspace_id')
            .onRef('jobs.subject_id', '=', 'connectors.connector_id'),
        )
        .select(['connectors.workspace_id', 'connectors.connector_id'])
        .where('connectors.is_paused', '=', 0)
        .where(({ eb, or }) =>
          or([
            eb('connectors.next_sync_at', '<=', now),
            eb('connectors.state', 'in', ['pending', 'syncing']),
          ]),
        )
        .where('jobs.job_id', 'is', null)
        .limit(1_000)
        .$call(within(part, 'connectors.workspace_id'))
        .execute(),
    ),

  /** Sessions without activity since that time, in each part the longest idle first, up to `limit`. */
  idleConversations: async (
    idleSince: number,
    limit: number,
  ): Promise<Pick<ConversationRow, 'workspace_id' | 'agent_id' | 'session_id'>[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('conversations')
        .select(['workspace_id', 'agent_id', 'session_id'])
        .where('last_activity_at', '<', idleSince)
        .orderBy('last_activity_at')
        .limit(limit)
        .$call(within(part, 'conversations.workspace_id'))
        .execute(),
    ),

  /** Sessions with messages that a search does not find yet, in each part up to `limit`. */
  unsearchableConversations: async (
    limit: number,
  ): Promise<Pick<ConversationRow, 'workspace_id' | 'agent_id' | 'session_id'>[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('conversations')
        .select(['workspace_id', 'agent_id', 'session_id'])
        .whereRef('searchable_count', '<>', 'message_count')
        .limit(limit)
        .$call(within(part, 'conversations.workspace_id'))
        .execute(),
    ),

  /** Events from before that time without a pending delivery, in each part the oldest first, up to `limit`. */
  expiredEvents: async (
    before: number,
    limit: number,
  ): Promise<Pick<EventRow, 'workspace_id' | 'event_id'>[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('events')
        .leftJoin('deliveries', (join) =>
          join
            .onRef('deliveries.workspace_id', '=', 'events.workspace_id')
            .onRef('deliveries.event_id', '=', 'events.event_id')
            .on('deliveries.status', '=', 'pending'),
        )
        .select(['events.workspace_id', 'events.event_id'])
        .where('events.created_at', '<', before)
        .where('deliveries.delivery_id', 'is', null)
        .orderBy('events.created_at')
        .limit(limit)
        .$call(within(part, 'events.workspace_id'))
        .execute(),
    ),

  /** Knowledge bases whose index has no job to build it. */
  knowledgeBasesWithoutJob: async (): Promise<KnowledgeBaseRow[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('knowledge_bases')
        .leftJoin('jobs', (join) =>
          join
            .onRef('jobs.workspace_id', '=', 'knowledge_bases.workspace_id')
            .onRef('jobs.subject_id', '=', 'knowledge_bases.knowledge_base_id'),
        )
        .selectAll('knowledge_bases')
        .where('jobs.job_id', 'is', null)
        .$call(within(part, 'knowledge_bases.workspace_id'))
        .execute(),
    ),
});
