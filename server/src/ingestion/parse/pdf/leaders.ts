/** Dots or lines that lead from a title to its page number. */
const LEADER = /(?:\s?[.·…_]){5,}/g;
// Backtracks: only over the last 400 characters of a line.
const ENTRY = /(?:\s?[.·…_]){5,}\s*[\divxlc]{1,6}$/i;

/** True if a line is an entry of a table of contents: title, leader, page number. */
export const isEntryOfContents = (text: string): boolean => ENTRY.test(text.slice(-400));

/** The text with each leader replaced by one ellipsis. */
export const withoutLeaders = (text: string): string => text.replace(LEADER, ' … ');
