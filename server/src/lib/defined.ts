type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The object without its undefined fields, for partial updates. */
export const defined = <T extends object>(object: T): Defined<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
