/** The text that the `%` escapes of a URL stand for; undefined if one is not UTF-8. */
export function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
