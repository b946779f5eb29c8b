/** Text as the service keeps it: well-formed, lines ended by \n, no control characters but tab and line feed, no byte
 *  order marks. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(lineEnds, '\n').replace(controls, '');

const lineEnds = /\r\n|[\r\f\v\u0085\u2028\u2029]/g;
/** Control characters but tab and line feed, and byte order marks. */
const controls = /[^\P{Cc}\t\n]|\ufeff/gu;
