import { AppError } from '#errors.ts';
import type { AgentId, ConnectorId, CrawlId, KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { ReadScope } from '#storage/scope.ts';

/** What a scope sees. A scope restricted to knowledge bases sees the sources and crawls in them with their data, and
 *  the agents that use no other knowledge base, with their conversations. */
export const visibility = ({
  db,
  workspaceId,
  knowledgeBaseIds,
}: Pick<ReadScope, 'db' | 'workspaceId' | 'knowledgeBaseIds'>) => {
  const base = (id: KnowledgeBaseId): boolean => knowledgeBaseIds === null || knowledgeBaseIds.includes(id);
  return {
    base,

    source: async (sourceId: SourceId): Promise<boolean> =>
      knowledgeBaseIds === null ||
      (await db
        .selectFrom('sources')
        .select('source_id')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('knowledge_base_id', 'in', knowledgeBaseIds)
        .executeTakeFirst()) !== undefined,

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
