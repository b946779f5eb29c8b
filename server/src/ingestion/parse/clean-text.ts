/** Text as the service stores it: well-formed, with \n line ends, without control characters except tab and line feed,
 *  and without byte order marks. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(lineEnds, '\n').replace(controls, '');

const lineEnds = /\r\n|[\r\f\v\u0085\u2028\u2029]/g;
/** Control characters except tab and line feed, and byte order marks. */
const controls = /[^\P{Cc}\t\n]|\ufeff/gu;
