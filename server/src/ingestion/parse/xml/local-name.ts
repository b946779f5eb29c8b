/** The name of an element or attribute without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
