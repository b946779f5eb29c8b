/** How blocks of plain text and Markdown begin. All are for a line without the white space around it. */

/** The part of a line that is checked for these signs. A longer line is a paragraph anyway. */
export const maxSignLength = 1_000;

/** Opens and closes fenced code. */
export const fenceSign = /^(?:`{3,}|~{3,})/;
/** The first group is the level of the heading. */
export const hashes = /^(#{1,6})(?:\s|$)/;
/** Makes the line before it a heading. */
export const underline = /^(?:=+|-{2,})$/;
export const listSign = /^(?:[-*+•‣◦–]|\d{1,3}[.)]|[a-z]\))\s+\S/;
export const tableRow = /^\|.*\|/;
/** The line between the header of a table and its rows. */
export const tableRule = /^\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?$/;
export const rule = /^(?:[-*_=~] ?){3,}$/;
