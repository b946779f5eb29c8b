/** True for text that holds HTML, as the fields of feeds and exports often do. Looks only at its start. */
export const hasMarkup = (text: string): boolean => MARKUP.test(text.slice(0, 2_000));

const MARKUP = /<(?:p|div|br|a|ul|ol|li|table|h[1-6]|img|span|strong|em|b)\b[^<>]{0,500}>/i;
