import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

const MAX_STATEMENTS = 500;

/** Executes statements on a connection and prepares each text once. */
export function createStatementCache(
  database: DatabaseSync,
): (sql: string, parameters: readonly unknown[]) => { rows: unknown[]; changes: number } {
  const known = new Map<string, { statement: StatementSync; returnsRows: boolean }>();
  return (sql, parameters) => {
    let entry = known.get(sql);
    if (!entry) {
      if (known.size >= MAX_STATEMENTS) known.clear();
      const statement = database.prepare(sql);
      entry = { statement, returnsRows: statement.columns().length > 0 };
      known.set(sql, entry);
    }
    const values = parameters.map(bindable);
    if (entry.returnsRows) return { rows: entry.statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(entry.statement.run(...values).changes) };
  };
}

/** Converts a Kysely value for SQLite. */
const bindable = (value: unknown): SQLInputValue =>
  value === undefined ? null : typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
