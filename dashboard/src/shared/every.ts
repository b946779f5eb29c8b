/** All values of a type in a chosen order: `every<Role>()(['viewer', …])`. It does not compile if one is
 *  missing, such as one that is new on the server. For enums that the dashboard only knows as types. */
export const every =
  <Value extends string>() =>
  <const List extends readonly Value[]>(
    list: [Value] extends [List[number]] ? List : `missing: ${Exclude<Value, List[number]>}`,
  ): readonly Value[] =>
    list as readonly Value[];
