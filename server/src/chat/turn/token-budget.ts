import { AppError } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import { type Period, periodsOf, toIso } from '#lib/clock.ts';
import type { AgentId, PublishableTokenId, WorkspaceId } from '#lib/ids.ts';
import type { ChatModel, Prompt, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import type { Spender, SpentTokens, WorkspaceTransaction } from '#storage/store.ts';
import { estimateTokens } from '#text/estimate-tokens.ts';

/** The spenders whose budgets a reply is charged to. tokenId: of the chat widget that asked. */
export type SpenderIds = {
  workspaceId: WorkspaceId;
  agentId: AgentId;
  tokenId: PublishableTokenId | undefined;
};

type BudgetServices = Pick<Services, 'store' | 'clock' | 'log'>;

/** A 429 for a used-up budget. Visitors of a chat widget are not told which one. */
export class BudgetError extends AppError {
  readonly period: Period['name'];

  constructor(message: string, period: Period['name'], retryAfterSeconds: number) {
    super('rate_limited', message, { headers: { 'retry-after': String(retryAfterSeconds) } });
    this.name = 'BudgetError';
    this.period = period;
  }
}

/** A model within the budgets of the spenders. Each call reserves the most it can use, so that concurrent calls
 *  overspend by no more than the replies in progress; afterwards it counts what it used. Throws BudgetError before the
 *  model is asked. */
export function withinBudget(model: ChatModel, services: BudgetServices, spenders: SpenderIds): ChatModel {
  return {
    name: model.name,
    async *write(prompt, signal) {
      const asked = askedTokens(prompt);
      const most = asked + prompt.maxOutputTokens;
      const settle = await reserve(services, spenders, most);
      let written = '';
      let usage: TokenUsage | undefined;
      let isFree = false;
      try {
        for await (const piece of model.write(prompt, signal)) {
          if ('usage' in piece) usage = piece.usage;
          else written += piece.text;
          yield piece;
        }
      } catch (error) {
        isFree = error instanceof ModelError && error.isFree && written === '';
        throw error;
      } finally {
        // An interrupted reply is counted by an estimate. Without a word, the model may have thought up to its limit.
        const estimate = written === '' ? most : asked + estimateTokens(written);
        await settle(usage ? usage.inputTokens + usage.outputTokens : isFree ? 0 : estimate);
      }
    },
  };
}

/** The models, with what the language model uses charged to the spenders. */
export const modelsWithinBudget = (
  services: BudgetServices & Pick<Services, 'models'>,
  spenders: SpenderIds,
): Services['models'] => {
  const { chatModel } = services.models;
  return { ...services.models, chatModel: chatModel && withinBudget(chatModel, services, spenders) };
};

const askedTokens = ({ instructions, turns }: Prompt): number =>
  turns.reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(instructions));

/** One limit of one spender. */
type Budget = { spender: Spender; period: Period; limit: number };

const budgetsIn = (spenders: readonly Spender[], periods: readonly Period[]): Budget[] =>
  spenders.flatMap((spender) =>
    periods.flatMap((period) => {
      const limit = period.name === 'day' ? spender.tokens_per_day : spender.tokens_per_month;
      return limit === null ? [] : [{ spender, period, limit }];
    }),
  );

/** Counts the tokens that the call used. */
type Settle = (tokens: number) => Promise<void>;

async function reserve(
  { store, clock, log }: BudgetServices,
  { workspaceId, agentId, tokenId }: SpenderIds,
  most: number,
): Promise<Settle> {
  // Uses the plain store rather than the request's: usage is counted even if the key was revoked meanwhile.
  const workspace = store.workspace(workspaceId);
  const now = clock.now();
  const periods = periodsOf(now);
  const spenders = await workspace.spentTokens.spendersOf(agentId, tokenId);
  const budgets = budgetsIn(spenders, periods);
  // A power failure only loses the last moments.
  const unhurried = { isVolatile: true };
  const change = (amount: number) =>
    budgets.map(({ spender, period }) => ({
      spender_id: spender.spender_id,
      period: period.period,
      tokens: 0,
      reserved: amount,
    }));
  if (budgets.length > 0) {
    const refused = await workspace.transaction(async (tx) => {
      const rows = await tx.spentTokens.add(change(most));
      const used = budgets.find((budget) => {
        const row = rowOf(rows, budget);
        return row !== undefined && row.tokens + row.reserved - most >= budget.limit;
      });
      if (!used) return undefined;
      await tx.spentTokens.add(change(-most));
      await tellOf(tx, budgets, rows, now);
      return { budget: used, spent: rowOf(rows, used)?.tokens ?? 0 };
    }, unhurried);
    if (refused) throw refusal(refused.budget, refused.spent, now);
  }
  return async (tokens) => {
    try {
      await workspace.transaction(async (tx) => {
        if (!(await tx.workspace.exists())) return;
        const reserved = new Set(
          budgets.map(({ spender, period }) => `${spender.spender_id} ${period.period}`),
        );
        // Spenders deleted during the reply no longer have rows.
        const present = await tx.spentTokens.spendersOf(agentId, tokenId);
        const rows = await tx.spentTokens.add(
          present.flatMap(({ spender_id }) =>
            periods.map(({ period }) => ({
              spender_id,
              period,
              tokens,
              reserved: reserved.has(`${spender_id} ${period}`) ? -most : 0,
            })),
          ),
        );
        await tellOf(tx, budgets, rows, clock.now());
      }, unhurried);
    } catch (error) {
      log.error({ err: error }, 'the tokens of a reply could not be counted');
    }
  };
}

const rowOf = (rows: readonly SpentTokens[], { spender, period }: Budget): SpentTokens | undefined =>
  rows.find((row) => row.spender_id === spender.spender_id && row.period === period.period);

const WARNING_PERCENT = 80;

/** Emits one event per period when a budget is nearly used up, and one when it is. */
async function tellOf(
  tx: WorkspaceTransaction,
  budgets: readonly Budget[],
  rows: readonly SpentTokens[],
  now: number,
): Promise<void> {
  for (const budget of budgets) {
    const row = rowOf(rows, budget);
    if (!row) continue;
    const { spender, period, limit } = budget;
    const percent =
      row.tokens >= limit ? 100 : 100 * row.tokens >= WARNING_PERCENT * limit ? WARNING_PERCENT : 0;
    if (percent <= row.told) continue;
    await tx.spentTokens.setTold(row, percent);
    await emit(tx, {
      type: percent === 100 ? 'budget.exceeded' : 'budget.warning',
      subjectId: spender.spender_id,
      data: {
        budget: spender.kind,
        id: spender.spender_id,
        name: spender.name,
        period: period.name,
        limit,
        spent: row.tokens,
        renews_at: toIso(period.endsAt),
      },
      now,
    });
  }
}

const NOUN: Record<Spender['kind'], string> = {
  workspace: 'the workspace',
  agent: 'the agent',
  publishable_token: 'the chat widget',
};

function refusal({ spender, period, limit }: Budget, spent: number, now: number): BudgetError {
  const whose = `The token budget of ${NOUN[spender.kind]} "${spender.name}" for this ${period.name} (${limit.toLocaleString('en')} tokens)`;
  if (spent < limit)
    return new BudgetError(
      `${whose} is reserved for replies in progress: try again in a few seconds.`,
      period.name,
      5,
    );
  const seconds = Math.max(1, Math.ceil((period.endsAt - now) / 1_000));
  return new BudgetError(`${whose} is used up. It renews at ${toIso(period.endsAt)}.`, period.name, seconds);
}
