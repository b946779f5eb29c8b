import type { Side } from './playground-search.ts';
import { trialBody, trialsPath } from './trial.ts';

export const CODE_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** Code that asks the same. The key is read from FOOTNOTE_API_KEY. */
export const codeOfTrial = (language: CodeLanguage, message: string, side: Side, origin: string): string =>
  WRITERS[language](message, side, origin);

const WRITERS: Record<CodeLanguage, (message: string, side: Side, origin: string) => string> = {
  curl: (message, side, origin) =>
    [
      `curl ${origin}${trialsPath(side.agent)} \\`,
      `  -H "Authorization: Bearer $FOOTNOTE_API_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${shell(JSON.stringify(trialBody(message, side), undefined, 2))}`,
    ].join('\n'),
  TypeScript: (message, side, origin) =>
    [
      "import { Footnote } from '@footnote/sdk';",
      '',
      '// Reads the key from FOOTNOTE_API_KEY.',
      `const footnote = new Footnote({ baseUrl: ${JSON.stringify(origin)} });`,
      '',
      `const trial = await footnote.trials.create(${JSON.stringify(side.agent)}, ${JSON.stringify(trialBody(message, side), undefined, 2)});`,
      'console.log(trial.reply);',
    ].join('\n'),
  Python: (message, side, origin) =>
    [
      'from footnote import Footnote',
      '',
      '# Reads the key from FOOTNOTE_API_KEY.',
      `footnote = Footnote(base_url=${python(origin)})`,
      '',
      'trial = footnote.trials.create(',
      `    ${python(side.agent)},`,
      ...Object.entries(trialBody(message, side)).map(([name, value]) => `    ${name}=${python(value)},`),
      ')',
      'print(trial.reply)',
    ].join('\n'),
};

/** A word of a shell, in single quotes. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A literal of Python. Its strings are those of JSON, in which no half of a surrogate pair stands alone. */
function python(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${python(each)}`)
      .join(', ')}}`;
  if (typeof value !== 'string') return String(value);
  // Python has no such escapes of JSON as \/, and reads the others in the same way.
  return JSON.stringify(value.toWellFormed());
}
