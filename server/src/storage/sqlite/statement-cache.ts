import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

const MAX_STATEMENTS = 500;

/** Executes statements on a connection and prepares each text once. */
export function createStatementCache(
  database: DatabaseSync,
): (sql: string, parameters: readonly unknown[]) => { rows: unknown[]; changes: number } {
  const known = new Map<string, { statement: StatementSync; columns: readonly string[] }>();
  return (sql, parameters) => {
    let entry = known.get(sql);
    if (!entry) {
      if (known.size >= MAX_STATEMENTS) known.clear();
      const statement = database.prepare(sql);
      const columns = statement.columns().map(({ name }) => name);
      statement.setReturnArrays(true);
      entry = { statement, columns };
      known.set(sql, entry);
    }
    const { statement, columns } = entry;
    const values = parameters.map(bindable);
    if (columns.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) };
    // The types don't know of setReturnArrays.
    const rows = statement.all(...values) as unknown as SQLOutputValue[][];
    return { rows: rows.map((row) => toObject(columns, row)), changes: 0 };
  };
}

/** A row as an object. Faster than letting node:sqlite make objects: 7 µs instead of 8.5 for a chunk with its source. */
function toObject(columns: readonly string[], values: readonly SQLOutputValue[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = values[i];
  return row;
}

/** Converts a Kysely value for SQLite. */
const bindable = (value: unknown): SQLInputValue =>
  value === undefined ? null : typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
