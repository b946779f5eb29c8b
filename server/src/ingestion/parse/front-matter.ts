/** Splits the front matter from a Markdown file: YAML between `---` or TOML between `+++`. Only its title is used.
 *  text: with \n line ends. */
export function readFrontMatter(text: string): { body: string; title?: string } {
  const fence = /^(?:---|\+\+\+)(?=[ \t]*\n)/.exec(text)?.[0];
  if (!fence) return { body: text };
  const head = text.slice(0, LONGEST);
  const end = (fence === '---' ? END_OF_YAML : END_OF_TOML).exec(head);
  // The file may start with a horizontal rule instead.
  if (!end || !/^.{3}[ \t]*\n(?:[^\S\n]*(?:#[^\n]*)?\n)*[\w"'-]{1,60}[^\S\n]*[:=]/.test(head))
    return { body: text };
  const title = /^title[ \t]*[:=][ \t]*(.+)$/m.exec(head.slice(0, end.index))?.[1]?.trim();
  const bare = title?.replace(/^(["'])(.*)\1$/, '$2').trim();
  return { body: text.slice(end.index + end[0].length), ...(bare && !/^[|>]/.test(bare) && { title: bare }) };
}

const LONGEST = 20_000;
const END_OF_YAML = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const END_OF_TOML = /\n\+\+\+[ \t]*(?:\n|$)/;
