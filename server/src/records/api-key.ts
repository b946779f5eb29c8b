import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { ApiKeyRow } from '#storage/tables.ts';
import { environment, timestamp } from './fields.ts';
import { SCOPES } from './roles.ts';

export const KeyScopeSchema = z.enum(SCOPES).meta({
  id: 'KeyScope',
  description:
    '`read_only`: GET requests only. `read_write`: all methods. `admin`: all methods, and workspace settings and keys.',
});

/** The maker of something, as clients see it. */
export const createdBy = z.string().nullable().meta({
  description:
    'The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.',
});

export const ApiKey = z
  .object({
    id: z.string().meta({ description: 'Prefix `key_`.' }),
    name: z.string().meta({ description: 'To tell keys apart.' }),
    scope: KeyScopeSchema,
    environment,
    last_four: z.string().meta({ description: 'The last four characters of the key, to tell keys apart.' }),
    knowledge_base_ids: z.array(z.string()).optional().meta({
      description:
        'The knowledge bases that the key is restricted to, including deleted ones; absent if it is not restricted.',
    }),
    created_by: createdBy,
    created_at: timestamp,
    last_used_at: timestamp.optional(),
    expires_at: timestamp.optional(),
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'ApiKey', description: 'A key for programs, without its secret part.' });

/** The key as the API shows it. */
export const toApiKey = (row: ApiKeyRow, environment: Environment): z.infer<typeof ApiKey> => ({
  id: row.key_id,
  name: row.name,
  scope: row.scope,
  environment,
  last_four: row.last_four,
  ...(row.knowledge_base_ids !== null && { knowledge_base_ids: readKnowledgeBaseIds(row) ?? [] }),
  created_by: row.created_by,
  created_at: toIso(row.created_at),
  ...(row.last_used_at !== null && { last_used_at: toIso(row.last_used_at) }),
  ...(row.expires_at !== null && { expires_at: toIso(row.expires_at) }),
  ...(row.revoked_at !== null && { revoked_at: toIso(row.revoked_at) }),
});

/** The knowledge bases that a key is restricted to; null without a restriction. */
export const readKnowledgeBaseIds = ({ knowledge_base_ids }: ApiKeyRow): KnowledgeBaseId[] | null =>
  knowledge_base_ids === null ? null : (JSON.parse(knowledge_base_ids) as KnowledgeBaseId[]);
