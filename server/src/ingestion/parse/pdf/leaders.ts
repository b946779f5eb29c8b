/** Dots or lines that lead the eye from a title to its page. */
const LEADER = /(?:\s?[.·…_]){5,}/g;
// Backtracks: it is tried on the last 400 characters of a line.
const ENTRY = /(?:\s?[.·…_]){5,}\s*[\divxlc]{1,6}$/i;

/** Whether a line is one of a table of contents: its title, a leader, its page. */
export const isEntryOfContents = (text: string): boolean => ENTRY.test(text.slice(-400));

/** The text with each leader as one sign. */
export const withoutLeaders = (text: string): string => text.replace(LEADER, ' … ');
