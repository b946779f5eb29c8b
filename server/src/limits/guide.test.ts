import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMITS } from '#isomorphic/limits.ts';
import { DESCRIPTIONS } from './size-descriptions.ts';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

it('the guide has a row for every size, with its value', () => {
  const guide = readFileSync(new URL('../../../docs/guides/limits.md', import.meta.url), 'utf8');
  const names = Object.keys(DESCRIPTIONS) as (keyof typeof DESCRIPTIONS)[];
  const rows = names.map(
    (name) => `| \`${snakeCase(name)}\` | ${LIMITS[name].toLocaleString('en')} | ${DESCRIPTIONS[name]} |`,
  );
  const all = guide.slice(guide.indexOf('## All sizes')).split('\n');
  expect(all.filter((line) => line.startsWith('| `'))).toEqual(rows);
});
