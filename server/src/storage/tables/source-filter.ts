import { sql } from 'kysely';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import type { ReadScope } from '#storage/scope.ts';
import type { SourceStatus, SourceType } from '#storage/tables.ts';
import { metadataFilter } from './metadata-filter.ts';
import { isInFolder } from './source-folders.ts';
import { isAllowedTo } from './visibility.ts';

export type SourceFilter = {
  status?: SourceStatus | undefined;
  type?: SourceType | undefined;
  /** Part of the name or file name; case does not matter. */
  part?: string | undefined;
  /** Sources of any of these knowledge bases. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
  externalId?: string | undefined;
  /** Only sources with any of these tags. */
  tags?: readonly string[] | undefined;
  /** Only sources whose metadata passes it. */
  metadata?: MetadataFilter | undefined;
  /** Only restricted sources that allow this principal. */
  principal?: string | undefined;
  /** The beginning of the name, or of the address of a page without its scheme. */
  prefix?: string | undefined;
};

/** True if a text contains another, ignoring case. */
const holds = (column: 'name' | 'file_name', part: string) =>
  sql<boolean>`lower(${sql.ref(column)}) LIKE lower(${`%${part.replace(/[\\%_]/g, '\\$&')}%`}) ESCAPE '\\'`;

/** The sources that a scope sees, all and those that pass a filter. */
export const chosenSources = ({ engine, db, workspaceId, knowledgeBaseIds: seen, asUser }: ReadScope) => {
  const { passes, rowsThatPass } = metadataFilter(db, workspaceId);
  const all = () =>
    db
      .selectFrom('sources')
      .where('sources.workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('sources.knowledge_base_id', 'in', seen ?? []))
      .$if(asUser !== null, (query) => query.where(isAllowedTo(workspaceId, asUser ?? [])));
  const filtered = ({
    status,
    type,
    part,
    knowledgeBaseIds,
    externalId,
    tags,
    metadata,
    principal,
    prefix,
  }: SourceFilter) =>
    all()
      .$if(status !== undefined, (query) => query.where('status', '=', status as SourceStatus))
      .$if(type !== undefined, (query) => query.where('type', '=', type as SourceType))
      .$if(part !== undefined, (query) =>
        query.where(({ or }) => or([holds('name', part ?? ''), holds('file_name', part ?? '')])),
      )
      .$if(knowledgeBaseIds !== undefined, (query) =>
        query.where('knowledge_base_id', 'in', knowledgeBaseIds ?? []),
      )
      .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId ?? ''))
      .$if(tags !== undefined, (query) =>
        query.where('source_id', 'in', ({ selectFrom }) =>
          selectFrom('source_tags')
            .select('source_tags.source_id')
            .where('source_tags.workspace_id', '=', workspaceId)
            .where('tag', 'in', tags ?? []),
        ),
      )
      .$if(principal !== undefined, (query) =>
        query.where('source_id', 'in', ({ selectFrom }) =>
          selectFrom('source_principals')
            .select('source_principals.source_id')
            .where('source_principals.workspace_id', '=', workspaceId)
            .where('principal', '=', principal ?? ''),
        ),
      )
      .$if(metadata !== undefined, (query) =>
        query.where(passes('sources.source_id', metadata as MetadataFilter)),
      )
      .$if(prefix !== undefined, (query) => query.where(isInFolder(engine, prefix ?? '')));
  return { all, filtered, rowsThatPass };
};
