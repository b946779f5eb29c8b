import type { Command, Option } from './command.ts';
import { GROUPS, inGroup } from './table.ts';
import { usageLine, usageOf } from './usage-line.ts';

const WIDTH = 110;

/** `footnote help`: every command with its summary. */
export function overviewText(): string {
  const shown = (isData: boolean): string[][] =>
    Object.entries(GROUPS)
      .filter(([, group]) => group.isData === isData)
      .map(([name, { summary }]) => [name, summary]);
  return `footnote COMMAND

Work with the content of a service (FOOTNOTE_URL and FOOTNOTE_API_KEY, or the service on this machine):

${columns(shown(true))}

Run a service:

${columns(shown(false))}

\`footnote help COMMAND\` says more. Exit codes: 0 done, 1 failed, 2 wrong usage or settings.`;
}

/** `footnote help keys`: the commands of a group. */
export const groupText = (name: string): string => `footnote ${name} COMMAND

${GROUPS[name]?.summary}.

${columns(inGroup(name).map(({ name: full, summary }) => [full, summary]))}

\`footnote help ${name} COMMAND\` says more.`;

/** `footnote help add`: all about one command. */
export function commandText({ name, summary, args, options, notes, examples }: Command): string {
  const rows = [
    ...args.map(({ name: argument, about }) => [argument, about]),
    ...Object.entries(options).map(([option, each]) => [usageOf(option, each), aboutOf(each)]),
  ];
  const parts = [
    usageLine({ name, args, options }),
    `${summary}.`,
    columns(rows),
    notes,
    `Examples:\n\n${examples.map((example) => `  footnote ${example}`).join('\n')}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

const aboutOf = ({ about, isRepeatable }: Option): string =>
  isRepeatable ? `${about}; may be repeated` : about;

/** Two columns, the second wrapped. */
function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.min(24, Math.max(...rows.map(([left = '']) => left.length)));
  return rows
    .map(([left = '', right = '']) => {
      const lines = wrapped(right, WIDTH - width - 4);
      const indent = ' '.repeat(width + 4);
      // A long option has its line for itself.
      const first = left.length > width ? [`  ${left}`, ...lines.map((line) => indent + line)] : undefined;
      return (
        first ?? lines.map((line, index) => (index === 0 ? `  ${left.padEnd(width)}  ` : indent) + line)
      ).join('\n');
    })
    .join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
