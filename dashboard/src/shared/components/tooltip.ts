type Tip = { 'data-tip'?: string; 'data-tip-side'?: 'end' };

/** Shows the full text, or the name, of an element on hover and keyboard focus. Spread into it. For screen readers the element
 *  itself already has these words. */
export const tip = (words: string | undefined): Tip => (words === undefined ? {} : { 'data-tip': words });

/** The same at the end of its line, for a column of icons. */
export const tipBeside = (words: string): Tip => ({ 'data-tip': words, 'data-tip-side': 'end' });

/** Explains an element on hover and keyboard focus, and to screen readers as its description. Spread into it. */
export const explain = (words: string | undefined): Tip & { 'aria-description'?: string } =>
  words === undefined ? {} : { 'data-tip': words, 'aria-description': words };
