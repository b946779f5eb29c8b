import type { AgentId, PublishableTokenId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { PublishableTokenRow, TokenBudgetColumns } from '#storage/tables.ts';
import { directoryWrites } from './directory.ts';
import { eventWrites } from './events.ts';
import { spentTokenWrites } from './spent-tokens.ts';
import { visibility } from './visibility.ts';

export const publishableTokenReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    find: async (tokenId: PublishableTokenId): Promise<PublishableTokenRow | undefined> => {
      const row = await db
        .selectFrom('publishable_tokens')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('token_id', '=', tokenId)
        .executeTakeFirst();
      return row && (await sees.agent(row.agent_id)) ? row : undefined;
    },

    /** True if a publishable token lets the agent answer on web pages. */
    isPublished: async (agentId: AgentId): Promise<boolean> =>
      (await db
        .selectFrom('publishable_tokens')
        .select('token_id')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('is_enabled', '=', 1)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Newest first. */
    list: async (
      agentId: AgentId,
      { limit, after }: PageRequest<PublishableTokenId>,
    ): Promise<PublishableTokenRow[]> =>
      !(await sees.agent(agentId))
        ? []
        : await db
            .selectFrom('publishable_tokens')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('agent_id', '=', agentId)
            .$if(after !== undefined, (query) => query.where('token_id', '<', after as PublishableTokenId))
            .orderBy('token_id', 'desc')
            .limit(limit + 1)
            .execute(),
  };
};

const NO_BUDGET: TokenBudgetColumns = { tokens_per_day: null, tokens_per_month: null };

type NewToken = Omit<PublishableTokenRow, 'workspace_id' | 'made_by' | keyof TokenBudgetColumns> &
  Partial<TokenBudgetColumns>;

export const publishableTokenWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const { find } = publishableTokenReads(scope);
  const directory = directoryWrites(scope);
  /** Ends the requests that run with the token. */
  const tellEnd = (tokenId: PublishableTokenId): void =>
    engine.notify(tx, { topic: 'credential-ended', credentialId: tokenId });
  return {
    insert: async (columns: NewToken): Promise<PublishableTokenRow> => {
      const made_by = columns.created_by;
      const row = { ...NO_BUDGET, ...columns, made_by, workspace_id: workspaceId };
      await db.insertInto('publishable_tokens').values(row).execute();
      await directory.add('publishable_token', row.token);
      return row;
    },

    /** Undefined when there is no token with this id. */
    update: async (
      tokenId: PublishableTokenId,
      changes: Partial<
        Pick<
          PublishableTokenRow,
          | 'name'
          | 'allowed_origins'
          | 'is_enabled'
          | 'messages_per_minute'
          | 'last_used_at'
          | keyof TokenBudgetColumns
        >
      >,
    ): Promise<PublishableTokenRow | undefined> => {
      if (!(await find(tokenId))) return undefined;
      const row = await db
        .updateTable('publishable_tokens')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('token_id', '=', tokenId)
        .returningAll()
        .executeTakeFirst();
      if (row && changes.is_enabled === 0) tellEnd(tokenId);
      return row;
    },

    /** Also erases the content of its events. False when there is no token with this id. */
    remove: async (tokenId: PublishableTokenId): Promise<boolean> => {
      if (!(await find(tokenId))) return false;
      const [removed] = await db
        .deleteFrom('publishable_tokens')
        .where('workspace_id', '=', workspaceId)
        .where('token_id', '=', tokenId)
        .returning('token')
        .execute();
      if (!removed) return false;
      await directory.remove('publishable_token', [removed.token]);
      tellEnd(tokenId);
      await spentTokenWrites(scope).remove([tokenId]);
      await eventWrites(scope).erase({ subject: tokenId });
      return true;
    },
  };
};
