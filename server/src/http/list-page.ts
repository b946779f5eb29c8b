import type { FastifyRequest } from 'fastify';
import { contextOf } from './context.ts';
import { answerPage } from './envelope.ts';
import type { Cursors } from './pagination.ts';

/** The page to read. A list returns one row more than `limit` when there are more. */
export type Page<Key> = { limit: number; after: Key | undefined };

type List<Row, Key, Item> = {
  /** The name and filters of the list; its cursors are valid only for these and the workspace. */
  context: readonly unknown[];
  read: (page: Page<Key>) => Promise<Row[]>;
  keyOf: (row: Row) => Key;
  show: (row: Row) => Item | Promise<Item>;
};

/** Answers with the page of a list that the query string asks for. */
export async function listPage<Row, Key, Item>(
  request: FastifyRequest,
  cursors: Cursors,
  { context, read, keyOf, show }: List<Row, Key, Item>,
) {
  const { limit, cursor } = request.query as { limit: number; cursor?: string | undefined };
  const whole = [contextOf(request).store.workspaceId, ...context];
  const rows = await read({ limit, after: cursors.read<Key>(cursor, whole) });
  const page = cursors.page(rows, limit, whole, keyOf);
  return answerPage(request, { items: await Promise.all(page.rows.map(show)), nextCursor: page.nextCursor });
}
