/** A line of Markdown. A fence belongs to its code. */
export type MarkdownLine = { text: string; start: number; form: 'code' | 'table' | undefined };

/** The lines of Markdown, and which of them are in code blocks and tables. A code block that isn't closed ends with the
 *  text. */
export function linesOfMarkdown(markdown: string): MarkdownLine[] {
  let start = 0;
  let fence: string | undefined;
  return markdown.split('\n').map((text) => {
    const line = { text, start };
    start += text.length + 1;
    const trimmed = text.trim();
    if (fence !== undefined) {
      if (trimmed.startsWith(fence) && trimmed === fence.charAt(0).repeat(trimmed.length)) fence = undefined;
      return { ...line, form: 'code' };
    }
    fence = /^(?:`{3,}|~{3,})/.exec(trimmed)?.[0];
    if (fence !== undefined) return { ...line, form: 'code' };
    const isRow = trimmed.length > 1 && trimmed.startsWith('|') && trimmed.endsWith('|');
    return { ...line, form: isRow ? 'table' : undefined };
  });
}
