import type { DeliveryId, WebhookId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { DeliveryRow, DeliveryStatus, EventRow } from '#storage/tables.ts';
import { eventWrites } from './events.ts';

/** A delivery with the type of its event. */
export type DeliveryOfType = DeliveryRow & Pick<EventRow, 'type'>;

/** A delivery with its whole event. */
export type DeliveryWithEvent = DeliveryOfType & Pick<EventRow, 'data'> & { event_created_at: number };

export const deliveryReads = ({ db, workspaceId }: ReadScope) => {
  const withEvents = () =>
    db
      .selectFrom('deliveries')
      .innerJoin('events', (join) =>
        join
          .onRef('events.workspace_id', '=', 'deliveries.workspace_id')
          .onRef('events.event_id', '=', 'deliveries.event_id'),
      )
      .selectAll('deliveries')
      .select('events.type')
      .where('deliveries.workspace_id', '=', workspaceId);
  return {
    find: async (deliveryId: DeliveryId): Promise<DeliveryWithEvent | undefined> =>
      await withEvents()
        .select(['events.data', 'events.created_at as event_created_at'])
        .where('delivery_id', '=', deliveryId)
        .executeTakeFirst(),

    /** Newest first. */
    list: async (
      webhookId: WebhookId,
      { limit, after, status }: PageRequest<DeliveryId> & { status?: DeliveryStatus | undefined },
    ): Promise<DeliveryOfType[]> =>
      await withEvents()
        .where('webhook_id', '=', webhookId)
        .$if(status !== undefined, (query) => query.where('status', '=', status as DeliveryStatus))
        .$if(after !== undefined, (query) => query.where('delivery_id', '<', after as DeliveryId))
        .orderBy('delivery_id', 'desc')
        .limit(limit + 1)
        .execute(),
  };
};

type Changes = Partial<
  Pick<DeliveryRow, 'status' | 'attempt_count' | 'next_attempt_at' | 'attempts' | 'ended_at'>
>;

/** The queue of one subject's deliveries to a webhook. Only one of them has a job; when it ends, the next gets one. */
type Line = Pick<DeliveryRow, 'webhook_id' | 'subject_id'>;

export const deliveryWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const pendingOf = ({ webhook_id, subject_id }: Line) =>
    db
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('workspace_id', '=', workspaceId)
      .where('webhook_id', '=', webhook_id)
      .where('subject_id', '=', subject_id)
      .where('status', '=', 'pending')
      .limit(1);

  const cancelJobs = async (webhookId: WebhookId): Promise<void> => {
    const jobs = await db
      .deleteFrom('jobs')
      .where('workspace_id', '=', workspaceId)
      .where('subject_id', 'in', ({ selectFrom }) =>
        selectFrom('deliveries')
          .select('delivery_id')
          .where('deliveries.workspace_id', '=', workspaceId)
          .where('webhook_id', '=', webhookId)
          .where('status', '=', 'pending'),
      )
      .returning('subject_id')
      .execute();
    for (const { subject_id } of jobs) engine.notify(tx, { topic: 'job-cancelled', subjectId: subject_id });
  };

  return {
    insert: async (delivery: Omit<DeliveryRow, 'workspace_id'>): Promise<void> => {
      await db
        .insertInto('deliveries')
        .values({ ...delivery, workspace_id: workspaceId })
        .execute();
    },

    update: async (deliveryId: DeliveryId, changes: Changes): Promise<void> => {
      await db
        .updateTable('deliveries')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('delivery_id', '=', deliveryId)
        .execute();
    },

    /** The oldest pending delivery of the line; `lastPending` returns the newest. */
    firstPending: async (line: Line): Promise<DeliveryId | undefined> =>
      (await pendingOf(line).orderBy('delivery_id').executeTakeFirst())?.delivery_id,
    lastPending: async (line: Line): Promise<DeliveryId | undefined> =>
      (await pendingOf(line).orderBy('delivery_id', 'desc').executeTakeFirst())?.delivery_id,

    /** Runs the job of the line now unless it is already running. */
    bringForward: async (line: Line, now: number): Promise<void> => {
      const jobs = await db
        .updateTable('jobs')
        .set({ run_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('subject_id', 'in', pendingOf(line).clearLimit())
        .where('lease_until', 'is', null)
        .returning('subject_id')
        .execute();
      if (jobs.length === 0) return;
      await db
        .updateTable('deliveries')
        .set({ next_attempt_at: now })
        .where('workspace_id', '=', workspaceId)
        .where(
          'delivery_id',
          'in',
          jobs.map((job) => job.subject_id as DeliveryId),
        )
        .execute();
      engine.notify(tx, { topic: 'job-queued', lane: 'delivery' });
    },

    /** Runs some due deliveries now that were postponed because too many of their webhook were running. */
    callWaiting: async (
      webhookId: WebhookId,
      { limit, now }: { limit: number; now: number },
    ): Promise<void> => {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ run_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('job_id', 'in', ({ selectFrom }) =>
          selectFrom('deliveries')
            .innerJoin('jobs as waiting', (join) =>
              join
                .onRef('waiting.workspace_id', '=', 'deliveries.workspace_id')
                .onRef('waiting.subject_id', '=', 'deliveries.delivery_id'),
            )
            .select('waiting.job_id')
            .where('deliveries.workspace_id', '=', workspaceId)
            .where('webhook_id', '=', webhookId)
            .where('status', '=', 'pending')
            .where('next_attempt_at', '<=', now)
            .where('waiting.lease_until', 'is', null)
            .where('waiting.run_at', '>', now)
            // The order of the index, so the scan can stop at the first matches.
            .orderBy('deliveries.subject_id')
            .orderBy('delivery_id')
            .limit(limit),
        )
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) engine.notify(tx, { topic: 'job-queued', lane: 'delivery' });
    },

    /** Removes the jobs of a webhook from the queue. Running ones are aborted and cannot finish. */
    cancelJobs,

    /** Marks all pending deliveries of a webhook as failed. */
    failPending: async (webhookId: WebhookId, now: number): Promise<void> => {
      await cancelJobs(webhookId);
      await db
        .updateTable('deliveries')
        .set({ status: 'failed', next_attempt_at: null, ended_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('status', '=', 'pending')
        .execute();
      await eventWrites(scope).erase({ farewells: 'all' });
    },
  };
};
