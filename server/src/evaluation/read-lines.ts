import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '#lib/operator-error.ts';

/** A line of a file, and its place for errors: `queries.jsonl.gz, line 3`. */
export type InputLine = { text: string; place: string };

/** The lines of `<folder>/<name>.gz` or `<folder>/<name>` that are not blank. Throws OperatorError if neither exists. */
export async function readLinesOf(folder: string, name: string): Promise<InputLine[]> {
  const packed = join(folder, `${name}.gz`);
  return await readLines(existsSync(packed) ? packed : join(folder, name));
}

/** The lines of a UTF-8 file, plain or gzipped, that are not blank. Throws OperatorError if it cannot be read. */
export async function readLines(path: string): Promise<InputLine[]> {
  const bytes = await readFile(path).catch((cause) => {
    throw inputError(`${path} cannot be read: name a file that exists`, cause);
  });
  const text = path.endsWith('.gz')
    ? await promisify(gunzip)(bytes).catch((cause) => {
        throw inputError(`${path} is not a gzip file: compress it again, or remove the ending .gz`, cause);
      })
    : bytes;
  return text
    .toString('utf8')
    .split('\n')
    .map((line, index) => ({ text: line.replace(/\r$/, ''), place: `${basename(path)}, line ${index + 1}` }))
    .filter((line) => line.text.trim() !== '');
}

/** Parses and validates a line of JSON. Throws OperatorError that names the line and what it should be. */
export function parseLine<Schema extends z.ZodType>(
  { text, place }: InputLine,
  schema: Schema,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw inputError(`${place}: is not JSON; each line is one object, such as {"id": "1", …}`, cause);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw inputError(`${place}: ${result.error.issues.map(sayIssue).join('; ')}`);
}

/** `relevant[0].source: expected string, received undefined` */
const sayIssue = ({ path, message }: z.core.$ZodIssue): string =>
  [z.core.toDotPath(path), message.replace(/^Invalid input: /, '')].filter((part) => part !== '').join(': ');

/** An error in what an operator typed or wrote. */
export const inputError = (message: string, cause?: unknown): OperatorError =>
  new OperatorError(`${message}.`, { exitCode: 2, cause });
