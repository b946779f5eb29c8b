import type { WebhookId, WorkspaceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { WebhookRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { deliveryWrites } from './deliveries.ts';
import { eventWrites } from './events.ts';

/** Part of every transaction that emits events. */
const subscriptionsOf = compiledOnce(
  (db, workspaceId: WorkspaceId, isEnabled: 1) =>
    db
      .selectFrom('webhooks')
      .select(['webhook_id', 'events'])
      .where('workspace_id', '=', workspaceId)
      .where('is_enabled', '=', isEnabled)
      .orderBy('webhook_id'),
  2,
);

export const webhookReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  return {
    find: async (webhookId: WebhookId): Promise<WebhookRow | undefined> =>
      await db
        .selectFrom('webhooks')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .executeTakeFirst(),

    /** Newest first. */
    list: async ({ limit, after }: PageRequest<WebhookId>): Promise<WebhookRow[]> =>
      await db
        .selectFrom('webhooks')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .$if(after !== undefined, (query) => query.where('webhook_id', '<', after as WebhookId))
        .orderBy('webhook_id', 'desc')
        .limit(limit + 1)
        .execute(),

    count: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('webhooks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Enabled webhooks with their event types (see WebhookRow.events). */
    subscriptions: (): ReturnType<typeof subscriptionsOf> => subscriptionsOf(scope, workspaceId, 1),
  };
};

type Changes = Partial<Omit<WebhookRow, 'workspace_id' | 'webhook_id' | 'created_at'>>;

export const webhookWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  let subscriptions: ReturnType<typeof subscriptionsOf> | undefined;
  return {
    /** As the read of this name, but once in a transaction, however many events it emits. */
    subscriptions: (): ReturnType<typeof subscriptionsOf> => {
      subscriptions ??= subscriptionsOf(scope, workspaceId, 1);
      return subscriptions;
    },

    insert: async (webhook: Omit<WebhookRow, 'workspace_id' | 'made_by'>): Promise<WebhookRow> => {
      const row = { ...webhook, made_by: webhook.created_by, workspace_id: workspaceId };
      await db.insertInto('webhooks').values(row).execute();
      subscriptions = undefined;
      return row;
    },

    /** Undefined when there is no webhook with this id. */
    update: async (webhookId: WebhookId, changes: Changes): Promise<WebhookRow | undefined> => {
      subscriptions = undefined;
      return await db
        .updateTable('webhooks')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .returningAll()
        .executeTakeFirst();
    },

    /** Also removes its deliveries and aborts running ones. False when there is no webhook with this id. */
    remove: async (webhookId: WebhookId): Promise<boolean> => {
      subscriptions = undefined;
      await deliveryWrites(scope).cancelJobs(webhookId);
      const { numDeletedRows } = await db
        .deleteFrom('webhooks')
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await eventWrites(scope).erase({ farewells: 'all' });
      return numDeletedRows > 0n;
    },
  };
};
