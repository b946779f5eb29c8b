/** Set where the overview has shown its numbers, so that they are loaded beside the frame the next time. Before that, the first run
 *  is shown in their place. */
export const SHOWED_NUMBERS = 'footnote-showed-numbers';
