import type { Engine } from '#storage/engine.ts';

/** Settings of the whole environment. */
export const environmentSettings = (engine: Engine) => ({
  find: async (name: string): Promise<string | undefined> => {
    const row = await engine.reads
      .selectFrom('environment_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  },

  put: async (name: string, value: string): Promise<void> => {
    await engine.transaction(({ db }) =>
      db
        .insertInto('environment_settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute(),
    );
  },

  /** The value of `name`. The first caller stores what `make` returns, and every later caller gets it. */
  getOrCreate: async (name: string, make: () => string): Promise<string> =>
    await engine.transaction(async ({ db }) => {
      await db
        .insertInto('environment_settings')
        .values({ name, value: make() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const row = await db
        .selectFrom('environment_settings')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return row.value;
    }),
});
