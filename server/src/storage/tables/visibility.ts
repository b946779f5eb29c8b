import { type ExpressionBuilder, sql } from 'kysely';
import { AppError } from '#errors.ts';
import type {
  AgentId,
  ArchiveId,
  ConnectorId,
  CrawlId,
  KnowledgeBaseId,
  SourceId,
  WorkspaceId,
} from '#lib/ids.ts';
import type { ReadScope } from '#storage/scope.ts';
import type { SourceRow, Tables } from '#storage/tables.ts';

type Scope = Pick<ReadScope, 'db' | 'workspaceId' | 'knowledgeBaseIds' | 'asUser'>;

/** In SQL: everyone may see a source, or one of these principals may. */
export const isAllowedTo =
  (workspaceId: WorkspaceId, asUser: readonly string[]) =>
  ({ eb, or, exists, selectFrom }: ExpressionBuilder<Tables, 'sources'>) =>
    or([
      eb('sources.allowed', 'is', null),
      ...(asUser.length === 0
        ? []
        : [
            exists(
              selectFrom('source_principals')
                .select('source_principals.source_id')
                .where('source_principals.workspace_id', '=', workspaceId)
                .whereRef('source_principals.source_id', '=', 'sources.source_id')
                .where('source_principals.principal', 'in', asUser),
            ),
          ]),
    ]);

/** What a scope sees. A scope restricted to knowledge bases sees the sources and crawls in them with their data, and
 *  the agents that use no other knowledge base, with their conversations. A scope that reads for a person sees no source
 *  that is hidden from them, and nothing of it. */
export const visibility = ({ db, workspaceId, knowledgeBaseIds, asUser }: Scope) => {
  const base = (id: KnowledgeBaseId): boolean => knowledgeBaseIds === null || knowledgeBaseIds.includes(id);
  const known = new Set(asUser);
  const allowedTo = (allowed: string | null): boolean =>
    asUser === null ||
    allowed === null ||
    (JSON.parse(allowed) as string[]).some((principal) => known.has(principal));
  return {
    base,

    /** Whether it sees a source with these columns. */
    row: ({ knowledge_base_id, allowed }: Pick<SourceRow, 'knowledge_base_id' | 'allowed'>): boolean =>
      base(knowledge_base_id) && allowedTo(allowed),

    source: async (sourceId: SourceId): Promise<boolean> => {
      if (knowledgeBaseIds === null && asUser === null) return true;
      const row = await db
        .selectFrom('sources')
        .select('allowed')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .$if(knowledgeBaseIds !== null, (query) =>
          query.where('knowledge_base_id', 'in', knowledgeBaseIds ?? []),
        )
        .executeTakeFirst();
      return row !== undefined && allowedTo(row.allowed);
    },

    /** The sources of these knowledge bases that are hidden from the person for whom it reads; undefined if none is. */
    hidden: async (ids: readonly KnowledgeBaseId[]): Promise<ReadonlySet<SourceId> | undefined> => {
      if (asUser === null || ids.length === 0) return undefined;
      const { hidden } = await db
        .selectFrom('sources')
        .select(sql<string | null>`string_agg(source_id, ' ')`.as('hidden'))
        .where('workspace_id', '=', workspaceId)
        .where('knowledge_base_id', 'in', ids)
        .where('allowed', 'is not', null)
        // One list instead of a look at each source: a person may see many of them.
        .$if(asUser.length > 0, (query) =>
          query.where('source_id', 'not in', ({ selectFrom }) =>
            selectFrom('source_principals')
              .select('source_principals.source_id')
              .where('source_principals.workspace_id', '=', workspaceId)
              .where('principal', 'in', asUser),
          ),
        )
        .executeTakeFirstOrThrow();
      return hidden === null ? undefined : new Set(hidden.split(' ') as SourceId[]);
    },

    crawl: async (crawlId: CrawlId): Promise<boolean> =>
      knowledgeBaseIds === null ||
      (await db
        .selectFrom('crawls')
        .select('crawl_id')
        .where('workspace_id', '=', workspaceId)
        .where('crawl_id', '=', crawlId)
        .where('knowledge_base_id', 'in', knowledgeBaseIds)
        .executeTakeFirst()) !== undefined,

    connector: async (connectorId: ConnectorId): Promise<boolean> =>
      knowledgeBaseIds === null ||
      (await db
        .selectFrom('connectors')
        .select('connector_id')
        .where('workspace_id', '=', workspaceId)
        .where('connector_id', '=', connectorId)
        .where('knowledge_base_id', 'in', knowledgeBaseIds)
        .executeTakeFirst()) !== undefined,

    archive: async (archiveId: ArchiveId): Promise<boolean> =>
      knowledgeBaseIds === null ||
      (await db
        .selectFrom('archives')
        .select('archive_id')
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .where('knowledge_base_id', 'in', knowledgeBaseIds)
        .executeTakeFirst()) !== undefined,

    /** A restricted scope does not see an agent without knowledge bases. */
    agent: async (agentId: AgentId): Promise<boolean> => {
      if (knowledgeBaseIds === null) return true;
      const links = await db
        .selectFrom('agent_knowledge_bases')
        .select('knowledge_base_id')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .execute();
      return links.length > 0 && links.every((link) => base(link.knowledge_base_id));
    },

    /** For operations on all knowledge bases at once. The guard rejects them earlier; this catches a route that forgot
     *  to ask it. */
    assertWhole: (): void => {
      if (knowledgeBaseIds !== null)
        throw new AppError(
          'forbidden',
          'A key restricted to knowledge bases may not reach all of them at once.',
        );
    },

    /** For writes, whose callers have validated their input. Throws when they forgot to. */
    assertBases: (ids: readonly KnowledgeBaseId[]): void => {
      const hidden = ids.find((id) => !base(id));
      if (hidden !== undefined)
        throw new Error(`The knowledge base ${hidden} is out of reach of the scope that writes to it.`);
    },
  };
};
