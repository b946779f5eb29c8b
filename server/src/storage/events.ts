import type { EventType } from '#lib/event-types.ts';
import type { EventId, WorkspaceId } from '#lib/ids.ts';
import { precompiledWrite } from './precompiled.ts';
import type { PageRequest, ReadScope, WriteScope } from './scope.ts';
import type { EventRow } from './tables.ts';

type EventFilter = {
  /** Events of any of these types. */
  types?: readonly EventType[] | undefined;
  /** Events after this time. */
  createdAfter?: number | undefined;
};

export const eventReads = ({ db, workspaceId }: ReadScope) => ({
  /** Newest first. */
  list: async ({
    limit,
    after,
    types,
    createdAfter,
  }: PageRequest<EventId> & EventFilter): Promise<EventRow[]> =>
    await db
      .selectFrom('events')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
      .$if(createdAfter !== undefined, (query) => query.where('created_at', '>', createdAfter as number))
      .$if(after !== undefined, (query) => query.where('event_id', '<', after as EventId))
      .orderBy('event_id', 'desc')
      .limit(limit + 1)
      .execute(),
});

/** Somebody waits for it in most writes. The last two are the workspace once more, and 1. */
const insertEvent = precompiledWrite(
  (
    db,
    workspace_id: WorkspaceId,
    event_id: EventId,
    type: string,
    subject_id: string,
    data: string,
    created_at: number,
    sameWorkspace: WorkspaceId,
    isEnabled: 1,
  ) =>
    db
      .insertInto('events')
      .values({ workspace_id, event_id, type, subject_id, data, created_at })
      .returning(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhooks')
            .select('webhook_id')
            .where('webhooks.workspace_id', '=', sameWorkspace)
            .where('is_enabled', '=', isEnabled),
        ).as('has_webhooks'),
      ),
  8,
);

export const eventWrites = (scope: WriteScope) => ({
  /** Tells whether there are webhooks that may want it: in the same statement, because most installations have none and
   *  this is part of every indexing. */
  insert: async (event: Omit<EventRow, 'workspace_id'>): Promise<boolean> => {
    const { event_id, type, subject_id, data, created_at } = event;
    const { workspaceId } = scope;
    const [row] = await insertEvent(
      scope,
      workspaceId,
      event_id,
      type,
      subject_id,
      data,
      created_at,
      workspaceId,
      1,
    );
    return Boolean(row?.has_webhooks);
  },

  /** With their deliveries, unless one of them is still to be made. Returns how many went. */
  removeMany: async (eventIds: readonly EventId[]): Promise<number> => {
    const { numDeletedRows } = await scope.db
      .deleteFrom('events')
      .where('workspace_id', '=', scope.workspaceId)
      .where('event_id', 'in', eventIds)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deliveries')
              .select('delivery_id')
              .where('deliveries.workspace_id', '=', scope.workspaceId)
              .whereRef('deliveries.event_id', '=', 'events.event_id')
              .where('status', '=', 'pending'),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
