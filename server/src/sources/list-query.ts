import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { externalId, id, pageQuery, repeated, requiredText } from '#records/fields.ts';
import { metadataFilterParameter } from '#records/metadata.ts';
import { asUserParameter, principalParameter } from '#records/principals.ts';
import { SourceStatusSchema, SourceTypeSchema } from '#records/source.ts';
import { SORTED_BY } from '#records/source-order.ts';
import type { SourceFilter, SourceOrder } from '#storage/store.ts';

/** Which sources a list, an export or the folders are of. */
export const sourceFilters = {
  status: SourceStatusSchema.optional().meta({ description: 'Only sources with this status.' }),
  type: SourceTypeSchema.optional().meta({ description: 'Only sources of this type.' }),
  q: requiredText(LIMITS.nameCharacters)
    .optional()
    .meta({ description: 'Part of the name or file name; case does not matter.' }),
  name_prefix: requiredText(LIMITS.urlCharacters).optional().meta({
    description:
      'Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.',
  }),
  knowledge_base_ids: repeated(id('kb'), LIMITS.knowledgeBasesOfAnAgent).meta({
    description: 'Only sources of these knowledge bases. Repeat the parameter for several.',
  }),
  external_id: externalId.optional(),
  tags: repeated(requiredText(LIMITS.tagCharacters), LIMITS.tags).meta({
    description: 'Only sources with any of these tags. Repeat the parameter for several.',
  }),
  filter: metadataFilterParameter,
  principal: principalParameter,
  as_user: asUserParameter,
};

const ORDERS = SORTED_BY.flatMap((by) => [by, `-${by}`] as const);

export const sortParameter = z.enum(ORDERS).default('-created_at').meta({
  description:
    'What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point.',
});

export const ListSourcesQuery = z.strictObject({ ...pageQuery, sort: sortParameter, ...sourceFilters });

type Filters = z.output<z.ZodObject<typeof sourceFilters>>;

export const filterOf = ({
  q,
  name_prefix,
  knowledge_base_ids,
  external_id,
  filter,
  as_user: _,
  ...same
}: Filters): SourceFilter => ({
  ...same,
  part: q,
  prefix: name_prefix,
  knowledgeBaseIds: knowledge_base_ids,
  externalId: external_id,
  metadata: filter,
});

export const orderOf = (sort: z.output<typeof sortParameter>): SourceOrder =>
  sort.startsWith('-')
    ? { by: sort.slice(1) as SourceOrder['by'], direction: 'desc' }
    : { by: sort as SourceOrder['by'], direction: 'asc' };

/** What the cursors of a list with these filters belong to. The first version of the list knew fewer of them, and its cursors
 *  go on. */
export const contextOfList = (query: Filters & { sort: z.output<typeof sortParameter> }): unknown[] => {
  const { status, type, q, knowledge_base_ids, tags, external_id, filter, principal, as_user } = query;
  const before = [
    'sources',
    status,
    type,
    q,
    knowledge_base_ids,
    tags,
    external_id,
    filter,
    principal,
    as_user,
  ];
  const { sort, name_prefix } = query;
  return sort === '-created_at' && name_prefix === undefined ? before : [...before, sort, name_prefix];
};
