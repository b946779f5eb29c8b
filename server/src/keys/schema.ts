import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { ApiKey, KeyScopeSchema } from '#records/api-key.ts';
import { id, isoTime, resourceName } from '#records/fields.ts';

export const NewApiKey = ApiKey.extend({
  key: z.string().meta({ description: 'The full key. Shown only once.' }),
}).meta({ id: 'NewApiKey', description: 'A key that was just created, with its secret part.' });

/** Later times do not have a four-digit year, so the API cannot show them as timestamps. */
const LATEST = Date.UTC(10_000, 0);

export const CreateApiKey = z
  .strictObject({
    name: resourceName,
    scope: KeyScopeSchema,
    expires_at: isoTime
      .refine((time) => Date.parse(time) > Date.now(), 'must be in the future')
      .refine((time) => Date.parse(time) < LATEST, 'must be before the year 10000')
      .optional()
      .meta({ description: 'When the key stops working. Without it, the key does not expire.' }),
    knowledge_base_ids: z
      .array(id('kb'))
      .min(1, 'must name at least one knowledge base; leave it out to allow all')
      .max(LIMITS.knowledgeBasesOfAKey, `must name at most ${LIMITS.knowledgeBasesOfAKey} knowledge bases`)
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({
        description:
          'Restricts the key to these knowledge bases, and to agents that use no others. Not with scope `admin`.',
      }),
  })
  .refine(({ scope, knowledge_base_ids }) => scope !== 'admin' || knowledge_base_ids === undefined, {
    path: ['knowledge_base_ids'],
    message: 'cannot restrict a key with scope admin; choose read_only or read_write',
  })
  .meta({ id: 'CreateApiKey', description: 'A new API key.' });

export const UpdateApiKey = z
  .strictObject({ name: resourceName })
  .meta({ id: 'UpdateApiKey', description: 'Changes of an API key.' });
