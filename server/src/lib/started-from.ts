/** A checkout runs TypeScript; the package and the image are JavaScript. */
export const isPacked = import.meta.url.endsWith('.js');

/** How a person adds packages with these names and versions, as part of a sentence. */
export const installHint = (packages: string): string =>
  isPacked
    ? `run "npm install --ignore-scripts ${packages}" in the folder where Footnote is installed`
    : `run "npm install --no-save --omit=dev --ignore-scripts ${packages}" in the folder where Footnote is installed, also after each update`;
