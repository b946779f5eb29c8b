import { z } from 'zod';
import { LIMITS } from '#lib/limits.ts';
import type { TokenBudgetColumns } from '#storage/tables.ts';

const message = `must be a whole number from 1 to ${LIMITS.tokenBudget.toLocaleString('en')}, or null for no limit`;
const limit = z.int(message).min(1, message).max(LIMITS.tokenBudget, message).nullable();

/** The tokens of the language model that may be spent; null means no limit. */
export const TokenBudget = z
  .object({
    per_day: z.int().nullable().meta({ description: 'In a day of UTC; null means no limit.' }),
    per_month: z.int().nullable().meta({ description: 'In a calendar month of UTC; null means no limit.' }),
  })
  .meta({
    id: 'TokenBudget',
    description:
      'Input and output tokens of the language model. When a budget is used up, chats get 429 until it renews.',
  });

export const ChangeTokenBudget = z
  .strictObject({ per_day: limit.optional(), per_month: limit.optional() })
  .meta({
    id: 'ChangeTokenBudget',
    description: 'Only the fields that are sent change. Needs a key with scope admin, or an admin.',
  });

export const toTokenBudget = (row: TokenBudgetColumns): z.infer<typeof TokenBudget> => ({
  per_day: row.tokens_per_day,
  per_month: row.tokens_per_month,
});
