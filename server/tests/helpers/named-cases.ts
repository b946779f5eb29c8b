/** Rows of a table of wrong fields, as `it.each` takes them: titles cut `$wrong` short, which they do not with `%j`. */
export const wrongFields = <Wrong>(rows: readonly (readonly [field: string, wrong: Wrong])[]) =>
  rows.map(([field, wrong]) => ({ field, wrong }));

/** The same for a table of one column. */
export const texts = (rows: readonly string[]) => rows.map((text) => ({ text }));
