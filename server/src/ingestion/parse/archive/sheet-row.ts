/** The filled cells of a row. */
export type SheetRow = {
  /** From 1. */
  number: number;
  /** The column of each value, from 0, in ascending order. */
  columns: number[];
  values: string[];
  /** All filled cells stand out, for example in bold. */
  isMarked: boolean;
};
