import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import type { ChangeTokenBudget } from '#records/token-budget.ts';
import type { TokenBudgetColumns } from '#storage/tables.ts';
import { contextOf } from './context.ts';

/** Whether a sent budget allows more than a stored one. */
export const raisesBudget = (
  sent: z.infer<typeof ChangeTokenBudget> | undefined,
  { tokens_per_day, tokens_per_month }: TokenBudgetColumns,
): boolean => isMore(sent?.per_day, tokens_per_day) || isMore(sent?.per_month, tokens_per_month);

const isMore = (sent: number | null | undefined, stored: number | null): boolean =>
  sent !== undefined && stored !== null && (sent === null || sent > stored);

/** The columns that a sent budget changes. Throws 403 unless an admin sends it. */
export function budgetColumns(
  request: FastifyRequest,
  sent: z.infer<typeof ChangeTokenBudget> | undefined,
): Partial<TokenBudgetColumns> {
  if (sent === undefined) return {};
  const { scope, role } = contextOf(request).principal;
  if (scope !== 'admin')
    throw new AppError(
      'forbidden',
      role === undefined
        ? `token_budget: only a key with scope admin can set a token budget; this key has ${scope}.`
        : `token_budget: only owners and admins of the workspace can set a token budget; you are a ${role}.`,
    );
  return {
    ...(sent.per_day !== undefined && { tokens_per_day: sent.per_day }),
    ...(sent.per_month !== undefined && { tokens_per_month: sent.per_month }),
  };
}
