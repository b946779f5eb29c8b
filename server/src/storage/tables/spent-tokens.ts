import type { Kysely } from 'kysely';
import type { AgentId, PublishableTokenId, WorkspaceId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { SpentTokensRow, Tables, TokenBudgetColumns } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';

/** The tokens that a spender used in a period. */
export type SpentTokens = Omit<SpentTokensRow, 'workspace_id'>;

/** A spender with its budget and its name for people. */
export type Spender = TokenBudgetColumns & {
  kind: 'workspace' | 'agent' | 'publishable_token';
  spender_id: string;
  name: string;
};

const COLUMNS = ['spender_id', 'period', 'tokens', 'reserved', 'told'] as const;

const toSpent = (row: SpentTokens): SpentTokens => ({
  ...row,
  tokens: Number(row.tokens),
  reserved: Number(row.reserved),
});

const toSpender = (row: Spender): Spender => ({
  ...row,
  tokens_per_day: row.tokens_per_day === null ? null : Number(row.tokens_per_day),
  tokens_per_month: row.tokens_per_month === null ? null : Number(row.tokens_per_month),
});

const workspaceAsSpender = (db: Kysely<Tables>, kind: Spender['kind'], workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspaces')
    .select(({ val }) => [
      val(kind).as('kind'),
      'workspace_id as spender_id',
      'name',
      'tokens_per_day',
      'tokens_per_month',
    ])
    .where('workspace_id', '=', workspaceId);
const agentsAsSpenders = (db: Kysely<Tables>, kind: Spender['kind'], workspaceId: WorkspaceId) =>
  db
    .selectFrom('agents')
    .select(({ val }) => [
      val(kind).as('kind'),
      'agent_id as spender_id',
      'name',
      'tokens_per_day',
      'tokens_per_month',
    ])
    .where('workspace_id', '=', workspaceId);
const tokensAsSpenders = (db: Kysely<Tables>, kind: Spender['kind'], workspaceId: WorkspaceId) =>
  db
    .selectFrom('publishable_tokens')
    .select(({ val }) => [
      val(kind).as('kind'),
      'token_id as spender_id',
      'name',
      'tokens_per_day',
      'tokens_per_month',
    ])
    .where('workspace_id', '=', workspaceId);

/** Compiled, because each reply of a model asks twice. */
const workspaceOfReply = compiledOnce(workspaceAsSpender, 2);
const agentOfReply = compiledOnce(
  (db, kind: Spender['kind'], workspaceId: WorkspaceId, agentId: AgentId) =>
    agentsAsSpenders(db, kind, workspaceId).where('agent_id', '=', agentId),
  3,
);
const tokenOfReply = compiledOnce(
  (db, kind: Spender['kind'], workspaceId: WorkspaceId, tokenId: PublishableTokenId) =>
    tokensAsSpenders(db, kind, workspaceId).where('token_id', '=', tokenId),
  3,
);

export const spentTokenReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  return {
    /** The tokens that all spenders of the workspace used in these periods. */
    list: async (periods: readonly string[]): Promise<SpentTokens[]> => {
      const rows = await db
        .selectFrom('spent_tokens')
        .select(COLUMNS)
        .where('workspace_id', '=', workspaceId)
        .where('period', 'in', periods)
        .execute();
      return rows.map(toSpent);
    },

    /** The workspace, then all agents and tokens, each with its budget. */
    spenders: async (): Promise<Spender[]> => {
      const found = await Promise.all([
        workspaceAsSpender(db, 'workspace', workspaceId).execute(),
        agentsAsSpenders(db, 'agent', workspaceId).execute(),
        tokensAsSpenders(db, 'publishable_token', workspaceId).execute(),
      ]);
      return found.flat().map(toSpender);
    },

    /** The spenders that a reply counts towards. */
    spendersOf: async (agentId: AgentId, tokenId: PublishableTokenId | undefined): Promise<Spender[]> => {
      const found = [
        ...(await workspaceOfReply(scope, 'workspace', workspaceId)),
        ...(await agentOfReply(scope, 'agent', workspaceId, agentId)),
        ...(tokenId === undefined
          ? []
          : await tokenOfReply(scope, 'publishable_token', workspaceId, tokenId)),
      ];
      return found.map(toSpender);
    },
  };
};

export const spentTokenWrites = ({ db, workspaceId }: WriteScope) => ({
  /** Adds to the spent and reserved tokens in one statement and returns the new values. Updates in the order of the
   *  ids, so that two transactions never deadlock. */
  add: async (
    changes: readonly Pick<SpentTokens, 'spender_id' | 'period' | 'tokens' | 'reserved'>[],
  ): Promise<SpentTokens[]> => {
    const sorted = changes.toSorted((a, b) =>
      `${a.spender_id} ${a.period}` < `${b.spender_id} ${b.period}` ? -1 : 1,
    );
    const rows = await db
      .insertInto('spent_tokens')
      .values(sorted.map((change) => ({ ...change, told: 0, workspace_id: workspaceId })))
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'spender_id', 'period']).doUpdateSet(({ eb, ref }) => ({
          tokens: eb('spent_tokens.tokens', '+', ref('excluded.tokens')),
          reserved: eb('spent_tokens.reserved', '+', ref('excluded.reserved')),
        })),
      )
      .returning(COLUMNS)
      .execute();
    return rows.map(toSpent);
  },

  /** Records how much of a budget events have announced. */
  setTold: async (
    { spender_id, period }: Pick<SpentTokens, 'spender_id' | 'period'>,
    told: number,
  ): Promise<void> => {
    await db
      .updateTable('spent_tokens')
      .set({ told })
      .where('workspace_id', '=', workspaceId)
      .where('spender_id', '=', spender_id)
      .where('period', '=', period)
      .execute();
  },

  /** Resets the announcements after a budget change, so that events announce the new budget. */
  forgetTold: async (spenderId: string): Promise<void> => {
    await db
      .updateTable('spent_tokens')
      .set({ told: 0 })
      .where('workspace_id', '=', workspaceId)
      .where('spender_id', '=', spenderId)
      .execute();
  },

  /** Removes the counts of a deleted agent or token. */
  remove: async (spenderIds: readonly string[]): Promise<void> => {
    if (spenderIds.length === 0) return;
    await db
      .deleteFrom('spent_tokens')
      .where('workspace_id', '=', workspaceId)
      .where('spender_id', 'in', spenderIds)
      .execute();
  },

  /** Removes the periods before this month. */
  removeOld: async (month: string): Promise<void> => {
    await db
      .deleteFrom('spent_tokens')
      .where('workspace_id', '=', workspaceId)
      .where('period', '<', month)
      .execute();
  },
});
