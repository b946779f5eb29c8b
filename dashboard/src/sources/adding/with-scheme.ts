/** As people write addresses. */
export const withScheme = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
