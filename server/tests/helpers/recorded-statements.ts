import type { Connection, Connections, Execute } from '#storage/postgres/connections.ts';

/** What was asked of the database: each text with the parameters that came with it first. */
export type Statements = Map<string, readonly unknown[]>;

/** For tests: the same connections, which note every statement that has parameters or could have some. */
export function recordStatements(connections: Connections): {
  connections: Connections;
  statements: Statements;
} {
  const statements: Statements = new Map();
  const noting =
    (execute: Execute): Execute =>
    (sql, parameters = []) => {
      if (!statements.has(sql)) statements.set(sql, parameters);
      return execute(sql, parameters);
    };
  const notingOn = (connection: Connection): Connection => ({ ...connection, run: noting(connection.run) });
  return {
    statements,
    connections: {
      ...connections,
      read: noting(connections.read),
      snapshot: (work) => connections.snapshot((read) => work(noting(read))),
      acquire: async () => notingOn(await connections.acquire()),
    },
  };
}

/** A node of a plan, as EXPLAIN gives it. */
type PlanNode = Partial<
  Record<
    | 'Node Type'
    | 'Relation Name'
    | 'Alias'
    | 'Index Cond'
    | 'Recheck Cond'
    | 'Filter'
    | 'Hash Cond'
    | 'Merge Cond'
    | 'Join Filter',
    string
  >
> & { Plans?: PlanNode[] };

/** How a statement reads one table: by which conditions, those of the joins above included. */
export type Scan = { table: string; alias: string; isSequential: boolean; conditions: string };

/** How the database would execute a statement. */
export async function explain(
  execute: Execute,
  sql: string,
  parameters: readonly unknown[],
): Promise<Scan[]> {
  const { rows } = await execute(`EXPLAIN (VERBOSE, FORMAT JSON) ${sql}`, parameters);
  const explained = rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[];
  return explained.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => scansOf(Plan, []));
}

function scansOf(node: PlanNode, above: readonly string[]): Scan[] {
  const own = conditionsOf(node);
  const children = node.Plans ?? [];
  const table = node['Relation Name'];
  const below = children.flatMap((child) => scansOf(child, [...above, ...own]));
  if (table === undefined || !node['Node Type']?.endsWith('Scan')) return below;
  // The condition on the index stands in the child of a bitmap scan.
  const conditions = [...above, ...own, ...children.flatMap(conditionsOf)].join(' AND ');
  const isSequential = node['Node Type'] === 'Seq Scan';
  return [{ table, alias: node.Alias ?? table, isSequential, conditions }, ...below];
}

const conditionsOf = (node: PlanNode): string[] =>
  (['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter'] as const).flatMap(
    (kind) => node[kind] ?? [],
  );
