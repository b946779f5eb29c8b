import { z } from 'zod';
import { id, requiredText, timestamp } from '#http/fields.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ApiKeyRow } from '#storage/tables.ts';
import { readKnowledgeBaseIds } from './authenticate.ts';

export const KeyScopeSchema = z.enum(['read_only', 'read_write', 'admin']).meta({
  id: 'KeyScope',
  description:
    '`read_only`: GET alone. `read_write`: all methods. `admin`: all requests, workspace settings and keys too.',
});

export const ApiKey = z
  .object({
    id: z.string().meta({ description: 'Prefix `key_`.' }),
    name: z.string(),
    scope: KeyScopeSchema,
    environment: z.enum(['live', 'sandbox']),
    last_four: z.string().meta({ description: 'The end of the key text, to tell keys apart.' }),
    knowledge_base_ids: z.array(z.string()).optional().meta({
      description: 'All that the key sees, also when some of them are deleted; absent without a restriction.',
    }),
    created_at: timestamp,
    last_used_at: timestamp.optional(),
    expires_at: timestamp.optional(),
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'ApiKey' });

export const NewApiKey = ApiKey.extend({
  key: z.string().meta({ description: 'The full key text, shown this once.' }),
}).meta({ id: 'NewApiKey' });

/** Later times have no four-digit year, and so no timestamp that the interface can show. */
const LATEST = Date.UTC(10_000, 0);

export const CreateApiKey = z
  .strictObject({
    name: requiredText(LIMITS.nameCharacters),
    scope: KeyScopeSchema,
    expires_at: z.iso
      .datetime({ offset: true, message: 'must be a time in ISO 8601, such as 2030-01-31T00:00:00Z' })
      .refine((time) => Date.parse(time) > Date.now(), 'must be in the future')
      .refine((time) => Date.parse(time) < LATEST, 'must be before the year 10000')
      .optional(),
    knowledge_base_ids: z
      .array(id('kb'))
      .min(1, 'must name at least one knowledge base; without the field the key sees all')
      .max(LIMITS.knowledgeBasesOfAKey, `must name at most ${LIMITS.knowledgeBasesOfAKey} knowledge bases`)
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({
        description:
          'The key sees these knowledge bases alone, and the agents that use no other. Not with scope `admin`.',
      }),
  })
  .refine(({ scope, knowledge_base_ids }) => scope !== 'admin' || knowledge_base_ids === undefined, {
    path: ['knowledge_base_ids'],
    message: 'cannot restrict a key with scope admin; choose read_only or read_write',
  })
  .meta({ id: 'CreateApiKey' });

export const UpdateApiKey = z
  .strictObject({ name: requiredText(LIMITS.nameCharacters) })
  .meta({ id: 'UpdateApiKey' });

/** As the interface shows a key. */
export const toApiKey = (row: ApiKeyRow, environment: Environment): z.infer<typeof ApiKey> => ({
  id: row.key_id,
  name: row.name,
  scope: row.scope,
  environment,
  last_four: row.last_four,
  ...(row.knowledge_base_ids !== null && { knowledge_base_ids: readKnowledgeBaseIds(row) ?? [] }),
  created_at: toIso(row.created_at),
  ...(row.last_used_at !== null && { last_used_at: toIso(row.last_used_at) }),
  ...(row.expires_at !== null && { expires_at: toIso(row.expires_at) }),
  ...(row.revoked_at !== null && { revoked_at: toIso(row.revoked_at) }),
});
