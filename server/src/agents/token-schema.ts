import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { createdBy } from '#records/api-key.ts';
import { resourceName, timestamp } from '#records/fields.ts';
import { ChangeTokenBudget, TokenBudget, toTokenBudget } from '#records/token-budget.ts';
import type { PublishableTokenRow } from '#storage/tables.ts';

const rateMessage = `must be a whole number from 1 to ${LIMITS.widgetMessagesPerMinute}`;
const messagesPerMinute = z
  .int(rateMessage)
  .min(1, rateMessage)
  .max(LIMITS.widgetMessagesPerMinute, rateMessage)
  .meta({ description: 'The limit for all visitors together.' });

const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const allowedOrigins = z
  .array(
    z
      .string()
      .refine(isOrigin, 'must be an origin such as https://example.com, in lower case and without a path'),
  )
  .min(1, 'must name at least one origin')
  .max(LIMITS.originsOfAToken, `must name at most ${LIMITS.originsOfAToken} origins`)
  .transform((origins) => [...new Set(origins)])
  .meta({ description: 'Origins of the pages that may use it, such as https://example.com.' });

export const PublishableToken = z
  .object({
    id: z.string().meta({ description: 'Prefix `tok_`.' }),
    name: z.string().meta({ description: 'To tell tokens apart.' }),
    token: z
      .string()
      .meta({ description: '`pub_live_…` or `pub_test_…`. Not a secret: it is part of web pages.' }),
    allowed_origins: z.array(z.string()).meta({ description: 'Origins of the pages that may use it.' }),
    enabled: z.boolean().meta({ description: 'If false, chats with it are refused.' }),
    messages_per_minute: z.int().meta({ description: 'The limit for all visitors together.' }),
    created_by: createdBy,
    token_budget: TokenBudget,
    created_at: timestamp,
    last_used_at: timestamp.optional(),
  })
  .meta({ id: 'PublishableToken', description: 'Lets web pages chat with one agent.' });

export const CreatePublishableToken = z
  .strictObject({
    name: resourceName,
    allowed_origins: allowedOrigins,
    messages_per_minute: messagesPerMinute.default(60),
    token_budget: ChangeTokenBudget.optional(),
  })
  .meta({ id: 'CreatePublishableToken', description: 'A new publishable token.' });

export const UpdatePublishableToken = z
  .strictObject({
    name: resourceName.optional(),
    allowed_origins: allowedOrigins.optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: 'False ends the chats that use it, and refuses new ones.' }),
    messages_per_minute: messagesPerMinute.optional(),
    token_budget: ChangeTokenBudget.optional(),
  })
  .meta({ id: 'UpdatePublishableToken', description: 'Changes of a publishable token.' });

export const toPublishableToken = (row: PublishableTokenRow): z.infer<typeof PublishableToken> => ({
  id: row.token_id,
  name: row.name,
  token: row.token,
  allowed_origins: JSON.parse(row.allowed_origins) as string[],
  enabled: row.is_enabled === 1,
  messages_per_minute: row.messages_per_minute,
  created_by: row.created_by,
  token_budget: toTokenBudget(row),
  created_at: toIso(row.created_at),
  ...(row.last_used_at !== null && { last_used_at: toIso(row.last_used_at) }),
});
