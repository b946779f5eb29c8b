/** A list of all values of a type, in an order of ours: `every<Role>()(['viewer', …])`. It does not compile when one is
 *  missing, such as one that is new on the server. The dashboard is built without the server, of which it has the types alone. */
export const every =
  <Value extends string>() =>
  <const List extends readonly Value[]>(
    list: [Value] extends [List[number]] ? List : `missing: ${Exclude<Value, List[number]>}`,
  ): readonly Value[] =>
    list as readonly Value[];
