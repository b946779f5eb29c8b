/** The settings of commands that work with the content of a service, on any machine. */
export const readClientSettings = (
  env: Record<string, string | undefined> = process.env,
): { url: string | undefined; key: string | undefined } => ({
  url: env['FOOTNOTE_URL']?.trim() || undefined,
  key: env['FOOTNOTE_API_KEY']?.trim() || undefined,
});
