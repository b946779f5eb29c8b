import type { AccountId, SignInId, WorkspaceId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { SignInRow } from '#storage/tables.ts';

/** A signed-in person moves between workspaces, so most functions here cover all workspaces. The exceptions concern the
 *  workspace that a browser currently shows. */
export const signInReads = ({ db }: Pick<ReadScope, 'db'>) => ({
  /** Finds a sign-in, whichever workspace it shows. */
  findByHash: async (secretHash: string): Promise<SignInRow | undefined> =>
    await db.selectFrom('sign_ins').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst(),

  /** All sign-ins of an account, most recently seen first. */
  ofAccount: async (accountId: AccountId): Promise<SignInRow[]> =>
    await db
      .selectFrom('sign_ins')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('last_seen_at', 'desc')
      .execute(),
});

export const signInWrites = ({ engine, tx, db, workspaceId }: WriteScope) => {
  const one = (signInId: SignInId) =>
    ({ workspace_id: workspaceId, sign_in_id: signInId }) satisfies Partial<SignInRow>;
  const tell = (ids: readonly SignInId[]): void => {
    for (const credentialId of ids) engine.notify(tx, { topic: 'credential-ended', credentialId });
  };
  return {
    /** Also removes expired sign-ins of the account. */
    insert: async (row: Omit<SignInRow, 'workspace_id'>): Promise<void> => {
      await db
        .deleteFrom('sign_ins')
        .where('account_id', '=', row.account_id)
        .where('expires_at', '<=', row.created_at)
        .execute();
      await db
        .insertInto('sign_ins')
        .values({ ...row, workspace_id: workspaceId })
        .execute();
    },

    /** Records a use and extends the sign-in. */
    prolong: async (
      signInId: SignInId,
      stamps: Pick<SignInRow, 'last_seen_at' | 'expires_at'>,
    ): Promise<void> => {
      await db
        .updateTable('sign_ins')
        .set(stamps)
        .where(({ and }) => and(one(signInId)))
        .execute();
    },

    /** The person has confirmed their identity again. */
    confirm: async (signInId: SignInId, now: number): Promise<void> => {
      await db
        .updateTable('sign_ins')
        .set({ confirmed_at: now })
        .where(({ and }) => and(one(signInId)))
        .execute();
    },

    /** Switches the browser to another workspace. */
    moveTo: async (signInId: SignInId, target: WorkspaceId): Promise<void> => {
      // Citus keeps a row where its workspace is, so another workspace means another row.
      const row = await db
        .deleteFrom('sign_ins')
        .where(({ and }) => and(one(signInId)))
        .returningAll()
        .executeTakeFirst();
      if (row)
        await db
          .insertInto('sign_ins')
          .values({ ...row, workspace_id: target })
          .execute();
    },

    /** Ends sign-ins of an account and the requests that use them: all, only those that show this workspace, one, or
     *  all but one. Returns how many. */
    end: async (
      accountId: AccountId,
      { inWorkspace, only, but }: { inWorkspace?: true; only?: SignInId; but?: SignInId } = {},
    ): Promise<number> => {
      const ended = await db
        .deleteFrom('sign_ins')
        .where('account_id', '=', accountId)
        .$if(inWorkspace === true, (query) => query.where('workspace_id', '=', workspaceId))
        .$if(only !== undefined, (query) => query.where('sign_in_id', '=', only as SignInId))
        .$if(but !== undefined, (query) => query.where('sign_in_id', '!=', but as SignInId))
        .returning('sign_in_id')
        .execute();
      tell(ended.map((row) => row.sign_in_id));
      return ended.length;
    },

    /** Aborts the running requests of an account's sign-ins but keeps the sign-ins, because the person's rights have
     *  changed. */
    interrupt: async (accountId: AccountId): Promise<void> => {
      const rows = await db
        .selectFrom('sign_ins')
        .select('sign_in_id')
        .where('account_id', '=', accountId)
        .execute();
      tell(rows.map((row) => row.sign_in_id));
    },
  };
};
