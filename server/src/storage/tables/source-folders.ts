import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';

/** Folders are what the names of files and the addresses of pages have before a slash. They are nowhere else: a folder with
 *  nothing in it does not exist. */

export type SourceFolder = { prefix: string; count: number };

/** The path of a source: the address of a page without its scheme, and the name of anything else. */
const pathOf = ({ position }: Pick<Engine, 'position'>): RawBuilder<string> =>
  sql`CASE WHEN sources.type = 'url'
    THEN substr(sources.url, ${position(sql`sources.url`, '://')} + 3) ELSE sources.name END`;

export const isInFolder = (engine: Pick<Engine, 'position'>, prefix: string): RawBuilder<SqlBool> =>
  sql`substr(${pathOf(engine)}, 1, ${length(prefix)}) = ${prefix}`;

/** The folder directly below a prefix that a source is in; empty for one that is in none. */
export function folderBelow(engine: Pick<Engine, 'position'>, prefix: string): RawBuilder<string> {
  const rest = sql`substr(${pathOf(engine)}, ${length(prefix)} + 1)`;
  return sql`substr(${rest}, 1, ${engine.position(rest, '/')})`;
}

/** Characters as databases count them, as a literal: a parameter would have no type. */
const length = (text: string): RawBuilder<number> => sql.raw(String([...text].length));
