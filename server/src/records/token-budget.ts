import { z } from 'zod';
import { AppError } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { TokenBudgetColumns } from '#storage/tables.ts';
import type { Principal } from './principal.ts';

const message = `must be a whole number from 1 to ${LIMITS.tokenBudget.toLocaleString('en')}, or null for no limit`;
const limit = z.int(message).min(1, message).max(LIMITS.tokenBudget, message).nullable();

/** The tokens of the language model that may be spent; null means no limit. */
export const TokenBudget = z
  .object({
    per_day: z.int().nullable().meta({ description: 'Tokens per day (UTC); null means no limit.' }),
    per_month: z
      .int()
      .nullable()
      .meta({ description: 'Tokens per calendar month (UTC); null means no limit.' }),
  })
  .meta({
    id: 'TokenBudget',
    description:
      'Input and output tokens of the language model. Once a budget is used up, chats get 429 until it renews.',
  });

export const ChangeTokenBudget = z
  .strictObject({
    per_day: limit.optional().meta({ description: 'Tokens per day (UTC); null means no limit.' }),
    per_month: limit
      .optional()
      .meta({ description: 'Tokens per calendar month (UTC); null means no limit.' }),
  })
  .meta({
    id: 'ChangeTokenBudget',
    description: 'Changes only the fields that you send. Needs a key with scope admin, or an admin.',
  });

export const toTokenBudget = (row: TokenBudgetColumns): z.infer<typeof TokenBudget> => ({
  per_day: row.tokens_per_day,
  per_month: row.tokens_per_month,
});

type Sent = z.infer<typeof ChangeTokenBudget> | undefined;

/** Whether a sent budget allows more than the stored one. */
export const raisesBudget = (sent: Sent, { tokens_per_day, tokens_per_month }: TokenBudgetColumns): boolean =>
  isMore(sent?.per_day, tokens_per_day) || isMore(sent?.per_month, tokens_per_month);

const isMore = (sent: number | null | undefined, stored: number | null): boolean =>
  sent !== undefined && stored !== null && (sent === null || sent > stored);

/** The columns that a sent budget changes. Throws 403 unless the principal is an admin. */
export function budgetColumns({ scope, role }: Principal, sent: Sent): Partial<TokenBudgetColumns> {
  if (sent === undefined) return {};
  if (scope !== 'admin')
    throw new AppError(
      'forbidden',
      role === undefined
        ? `token_budget: only a key with scope admin can set a token budget. This key has ${scope}.`
        : `token_budget: only owners and admins of the workspace can set a token budget. Your role is ${role}.`,
    );
  return {
    ...(sent.per_day !== undefined && { tokens_per_day: sent.per_day }),
    ...(sent.per_month !== undefined && { tokens_per_month: sent.per_month }),
  };
}
