/** The variables of commands that are clients of a service: its address and a key. */
export const clientEnvironment = (): Record<'FOOTNOTE_URL' | 'FOOTNOTE_API_KEY', string | undefined> => ({
  FOOTNOTE_URL: process.env['FOOTNOTE_URL']?.trim() || undefined,
  FOOTNOTE_API_KEY: process.env['FOOTNOTE_API_KEY']?.trim() || undefined,
});
