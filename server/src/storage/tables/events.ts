import type { EventType } from '#isomorphic/event-types.ts';
import type { EventId, WorkspaceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import { ERASED_EVENT, type EventRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';

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

/** A hot path, because most writes wait for it. */
const insertEvent = compiledOnce(
  (
    db,
    workspace_id: WorkspaceId,
    event_id: EventId,
    type: string,
    subject_id: string,
    data: string,
    created_at: number,
  ) => db.insertInto('events').values({ workspace_id, event_id, type, subject_id, data, created_at }),
  6,
);

/** Events that report a deletion. */
const FAREWELLS: readonly EventType[] = ['source.deleted', 'agent.deleted'];

/** Which events to erase: those of a subject, all or of one type, of all subjects whose id is `under` plus a slash and more, or those that
 *  report a deletion and have no pending delivery, one of them or all. */
type Erased = { subject?: string; type?: EventType; under?: string; farewells?: 'all' | EventId };

/** Part of every deletion of a source, of which one transaction may have 10,000. The values are the remaining data, the
 *  workspace, the subject, the remaining data, the workspace, and a LIKE pattern of attempts with an answer. */
const eraseSubject = compiledOnce(
  (
    db,
    data: string,
    workspaceId: WorkspaceId,
    subject: string,
    sameData: string,
    sameWorkspace: WorkspaceId,
    answered: string,
  ) =>
    db
      .updateTable('events')
      .set({ data })
      .where('events.workspace_id', '=', workspaceId)
      .where('events.subject_id', '=', subject)
      .where('events.data', '<>', sameData)
      .returning(({ exists, selectFrom }) =>
        exists(
          selectFrom('deliveries')
            .select('delivery_id')
            .where('deliveries.workspace_id', '=', sameWorkspace)
            .whereRef('deliveries.event_id', '=', 'events.event_id')
            .where('attempts', 'like', answered),
        ).as('was_answered'),
      ),
  6,
);

const ANSWERED = '%"response"%';

export const eventWrites = (scope: WriteScope) => ({
  /** Erases the data of events whose subject is deleted, and what receivers answered to them. Ids, types and times
   *  stay. */
  erase: async ({ subject, type, under, farewells }: Erased): Promise<void> => {
    const { db, workspaceId } = scope;
    if (subject !== undefined && type === undefined) {
      const same = [ERASED_EVENT, workspaceId] as const;
      const events = await eraseSubject(scope, ...same, subject, ...same, ANSWERED);
      if (!events.some((event) => event.was_answered)) return;
    }
    const ofThese = () =>
      db
        .selectFrom('events')
        .select('events.event_id')
        .where('events.workspace_id', '=', workspaceId)
        .$if(subject !== undefined, (query) => query.where('events.subject_id', '=', subject as string))
        .$if(type !== undefined, (query) => query.where('type', '=', type as EventType))
        .$if(under !== undefined, (query) =>
          // 0 is the character after the slash.
          query.where('events.subject_id', '>=', `${under}/`).where('events.subject_id', '<', `${under}0`),
        )
        .$if(farewells !== undefined, (query) =>
          query
            .where('type', 'in', FAREWELLS)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('deliveries')
                    .select('delivery_id')
                    .where('deliveries.workspace_id', '=', workspaceId)
                    .whereRef('deliveries.event_id', '=', 'events.event_id')
                    .where('status', '=', 'pending'),
                ),
              ),
            ),
        )
        .$if(farewells !== undefined && farewells !== 'all', (query) =>
          query.where('events.event_id', '=', farewells as EventId),
        );
    const answered = await db
      .selectFrom('deliveries')
      .select(['delivery_id', 'attempts'])
      .where('workspace_id', '=', workspaceId)
      .where('event_id', 'in', ofThese())
      .where('attempts', 'like', ANSWERED)
      .execute();
    for (const { delivery_id, attempts } of answered)
      await db
        .updateTable('deliveries')
        .set({ attempts: withoutAnswers(attempts) })
        .where('workspace_id', '=', workspaceId)
        .where('delivery_id', '=', delivery_id)
        .execute();
    await db
      .updateTable('events')
      .set({ data: ERASED_EVENT })
      .where('workspace_id', '=', workspaceId)
      .where('event_id', 'in', ofThese())
      .where('data', '<>', ERASED_EVENT)
      .execute();
  },

  setData: async (eventId: EventId, data: string): Promise<void> => {
    await scope.db
      .updateTable('events')
      .set({ data })
      .where('workspace_id', '=', scope.workspaceId)
      .where('event_id', '=', eventId)
      .execute();
  },

  insert: async (event: Omit<EventRow, 'workspace_id'>): Promise<void> => {
    const { event_id, type, subject_id, data, created_at } = event;
    await insertEvent(scope, scope.workspaceId, event_id, type, subject_id, data, created_at);
  },

  insertMany: async (events: readonly Omit<EventRow, 'workspace_id'>[]): Promise<void> => {
    await scope.db
      .insertInto('events')
      .values(events.map((event) => ({ ...event, workspace_id: scope.workspaceId })))
      .execute();
  },

  /** Removes events and their deliveries, except events with a pending delivery. Returns how many it removed. */
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

const withoutAnswers = (attempts: string): string =>
  JSON.stringify(
    (JSON.parse(attempts) as { response?: string }[]).map(({ response: _, ...attempt }) => attempt),
  );
