import type { Compilable, Kysely } from 'kysely';
import { executeCompiled } from '#storage/create-kysely.ts';
import type { Engine } from '#storage/engine.ts';
import type { ReadScope } from '#storage/scope.ts';
import type { Tables } from '#storage/tables.ts';

/** Compiles a query of a hot path once, at its first run: building and compiling costs 30 to 60 µs, running it 5 to 20.
 *  `build` gets placeholders, and must use them in the order of the values passed later. */
export function compiledQuery<Row, Values extends readonly unknown[]>(
  db: Kysely<Tables>,
  build: (...placeholders: Values) => Compilable<Row>,
  count: Values['length'],
): (...values: Values) => Promise<Row[]> {
  let compiled: string | undefined;
  return async (...values) => {
    compiled ??= build(...(Array.from({ length: count }, () => 0) as unknown as Values)).compile().sql;
    return await executeCompiled<Row>(db, compiled, values);
  };
}

/** The same once per engine, for functions that are made anew for each request or transaction. */
export function compiledOnce<Row, Values extends readonly unknown[]>(
  build: (db: Kysely<Tables>, ...placeholders: Values) => Compilable<Row>,
  count: Values['length'],
): (scope: Pick<ReadScope, 'engine' | 'db'>, ...values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<Engine, string>();
  return async ({ engine, db }, ...values) => {
    const known = compiled.get(engine);
    const text =
      known ?? build(db, ...(Array.from({ length: count }, () => 0) as unknown as Values)).compile().sql;
    if (known === undefined) compiled.set(engine, text);
    return await executeCompiled<Row>(db, text, values);
  };
}
