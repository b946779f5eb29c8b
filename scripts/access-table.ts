import { readFileSync } from 'node:fs';
import type { Access } from '../server/src/http/access/access.ts';
import { ROLES, SCOPES } from '../server/src/records/roles.ts';

const BEGIN = '<!-- access: written by npm run gen -->';
const END = '<!-- end of access -->';

export type Documented = { paths: Record<string, Record<string, { 'x-footnote-access': Access }>> };

/** A page of the documentation with its table of who may call what made anew from the OpenAPI document. */
export function withAccessTable(file: string, document: Documented): string {
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for the table.`);
  return `${before}${BEGIN}\n${accessTables(document)}\n${END}${after}`;
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** A table for each noun, with a row for each operation. */
function accessTables({ paths }: Documented): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-footnote-access': access }]) => ({
      method: method.toUpperCase(),
      path,
      noun: path.split('/')[2] ?? path,
      access,
    })),
  );
  const byNoun = Map.groupBy(operations, ({ noun }) => noun);
  return [...byNoun]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([noun, some]) => {
      const rows = some
        .sort(
          (a, b) =>
            (a.path < b.path ? -1 : Number(a.path > b.path)) ||
            METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
        )
        .map(({ method, path, access }) => `| \`${method} ${path}\` | ${cellsOf(access).join(' | ')} |`);
      return [
        `**${noun}**`,
        '',
        '| operation | keys | people | also |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

function cellsOf(access: Access): [keys: string, people: string, also: string] {
  const { open, publishable_token, roles = [], confirmation, condition } = access;
  if (open) return ['not needed', 'not needed', ''];
  if (publishable_token) return ['publishable token', '', ''];
  return [
    keysOf(access),
    [andUp(ROLES, roles, 'none'), access.own_account && 'or yourself'].filter(Boolean).join(', '),
    [confirmation && '`confirmation`.', condition].filter(Boolean).join(' '),
  ];
}

function keysOf({ keys = [], restricted_keys, environments = [] }: Access): string {
  const limits = [
    environments.length === 1 && `${environments[0]} only`,
    !restricted_keys && keys.length > 1 && 'unrestricted',
  ].filter(Boolean);
  const scopes = andUp(SCOPES, keys, 'none');
  return limits.length > 0 ? `${scopes} (${limits.join(', ')})` : scopes;
}

/** `member and up` in place of all that are as high as the lowest. */
function andUp<Name extends string>(order: readonly Name[], some: readonly Name[], none: string): string {
  const [lowest] = order.filter((name) => some.includes(name));
  if (lowest === undefined) return none;
  if (lowest === order.at(-1)) return lowest;
  const higher = order.slice(order.indexOf(lowest));
  if (higher.length !== some.length) throw new Error(`${some.join(', ')} are not one and all above it.`);
  return `${lowest} and up`;
}
