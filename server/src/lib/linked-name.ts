/** A name as a link in Markdown. Neither can end the link early or begin another: clients may render what a tool says. */
export const linkedName = (name: string, url: string | undefined): string =>
  url === undefined ? escaped(name) : `[${escaped(name)}](${inParentheses(url)})`;

const escaped = (name: string): string => name.replace(/[\\[\]<>`*_]/g, '\\$&').replace(/\s+/g, ' ');

const inParentheses = (url: string): string =>
  url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
