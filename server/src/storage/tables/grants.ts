import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type {
  AccountRow,
  ApiKeyRow,
  InvitationRow,
  MakerId,
  MemberRow,
  PublishableTokenRow,
  WebhookRow,
} from '#storage/tables.ts';

/** Everything a maker created that works without them. */
export type Grants = {
  invitations: InvitationRow[];
  keys: ApiKeyRow[];
  tokens: PublishableTokenRow[];
  webhooks: WebhookRow[];
  /** Members who joined through an invitation of this maker. */
  members: (MemberRow & Pick<AccountRow, 'name'>)[];
};

export const grantReads = ({ db, workspaceId }: ReadScope) => ({
  /** Includes revoked and expired keys, because what they created may still work. isEverMade: includes what another
   *  maker has since taken over. */
  madeBy: async (makers: readonly MakerId[], { isEverMade = false } = {}): Promise<Grants> => {
    if (makers.length === 0) return { invitations: [], keys: [], tokens: [], webhooks: [], members: [] };
    const columns = isEverMade ? (['created_by', 'made_by'] as const) : (['created_by'] as const);
    return {
      invitations: await db
        .selectFrom('invitations')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('invited_by', 'in', makers)
        .orderBy('invitation_id')
        .execute(),
      keys: await db
        .selectFrom('api_keys')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where(({ eb, or }) => or(columns.map((column) => eb(column, 'in', makers))))
        .orderBy('key_id')
        .execute(),
      tokens: await db
        .selectFrom('publishable_tokens')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where(({ eb, or }) => or(columns.map((column) => eb(column, 'in', makers))))
        .orderBy('token_id')
        .execute(),
      webhooks: await db
        .selectFrom('webhooks')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where(({ eb, or }) => or(columns.map((column) => eb(column, 'in', makers))))
        .where('is_enabled', '=', 1)
        .orderBy('webhook_id')
        .execute(),
      members: await db
        .selectFrom('members')
        .innerJoin('accounts', 'accounts.account_id', 'members.account_id')
        .selectAll('members')
        .select('accounts.name')
        .where('members.workspace_id', '=', workspaceId)
        .where('members.invited_by', 'in', makers)
        .orderBy('members.account_id')
        .execute(),
    };
  },
});

export const grantWrites = ({ db, workspaceId }: WriteScope) => ({
  /** Transfers these grants to another maker; null is the service. */
  handOver: async (
    { keys, tokens, webhooks }: Pick<Grants, 'keys' | 'tokens' | 'webhooks'>,
    created_by: MakerId | null,
  ): Promise<void> => {
    for (const { key_id } of keys)
      await db
        .updateTable('api_keys')
        .set({ created_by })
        .where('workspace_id', '=', workspaceId)
        .where('key_id', '=', key_id)
        .execute();
    for (const { token_id } of tokens)
      await db
        .updateTable('publishable_tokens')
        .set({ created_by })
        .where('workspace_id', '=', workspaceId)
        .where('token_id', '=', token_id)
        .execute();
    for (const { webhook_id } of webhooks)
      await db
        .updateTable('webhooks')
        .set({ created_by })
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhook_id)
        .execute();
  },
});
