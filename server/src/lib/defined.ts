type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The object without the fields that are undefined: what a partial update changes. */
export const defined = <T extends object>(object: T): Defined<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
