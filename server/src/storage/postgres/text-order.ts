import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';

/** As in the index of the migration `sorted-sources`. Not by `lower`, which depends on the locale of the database, and changes with versions of its libraries. */
export const textOrder: Pick<Engine, 'ignoringCase' | 'position'> = {
  ignoringCase: (text) =>
    sql`translate(${text}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') COLLATE "C"`,
  position: (text, part) => sql`strpos(${text}, ${part})`,
};
