import type { Flow } from '#ingestion/parse/archive/document-flow.ts';

/** The table that is open, if any. */
export type RtfRows = {
  /** Starts the definition of a row. */
  defineRow(): void;
  /** The next defined cell continues the one above. */
  continueCell(): void;
  defineCell(): void;
  /** The defined row names the columns. */
  markHeader(): void;
  /** Opens a table, a row and a cell unless they are open. */
  openCell(): void;
  closeCell(): void;
  closeRow(): void;
  /** Ends the table, unless a row is open. */
  closeTable(): void;
  /** Reports that text was written, bold or not. */
  count(characters: number, isBold: boolean): void;
};

const MAX_CELLS = 1_000;

/** Tracks the tables of an RTF file, which does not mark the start of tables, rows and cells. */
export function createRtfRows(flow: Flow): RtfRows {
  let open: 'nothing' | 'table' | 'row' | 'cell' = 'nothing';
  let cells = 0;
  let continued: boolean[] = [];
  let isContinued = false;
  let isHeader = false;
  let characters = 0;
  let boldCharacters = 0;
  const openCell = (): void => {
    if (open === 'nothing') flow.openTable();
    if (open === 'nothing' || open === 'table') {
      flow.openRow();
      cells = 0;
    }
    if (open !== 'cell') {
      flow.openCell();
      flow.describeCell({ isContinued: continued[cells] === true });
      cells += 1;
    }
    open = 'cell';
  };
  const closeCell = (): void => {
    if (open !== 'cell') return;
    flow.closeCell();
    open = 'row';
  };
  return {
    defineRow: () => {
      continued = [];
      isContinued = isHeader = false;
    },
    continueCell: () => {
      isContinued = true;
    },
    defineCell: () => {
      if (continued.length < MAX_CELLS) continued.push(isContinued);
      isContinued = false;
    },
    markHeader: () => {
      isHeader = true;
    },
    openCell,
    closeCell,
    closeRow: () => {
      closeCell();
      if (open !== 'row') return;
      flow.describeRow({ isHeader, isMarked: characters > 0 && characters === boldCharacters });
      characters = boldCharacters = 0;
      open = 'table';
    },
    closeTable: () => {
      if (open !== 'table') return;
      flow.closeTable();
      characters = boldCharacters = 0;
      open = 'nothing';
    },
    count: (more, isBold) => {
      characters += more;
      if (isBold) boldCharacters += more;
    },
  };
}
