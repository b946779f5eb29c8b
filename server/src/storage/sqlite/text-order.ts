import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';

/** Not by `lower`, which is a function of this process: other programs that open the file could not use the index. */
export const textOrder: Pick<Engine, 'ignoringCase' | 'position'> = {
  ignoringCase: (text) => sql`${text} COLLATE NOCASE`,
  position: (text, part) => sql`instr(${text}, ${part})`,
};
