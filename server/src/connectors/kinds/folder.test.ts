import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultOf, listAll, openConnection } from '../../../tests/helpers/connectors.ts';
import { folder } from './folder.ts';

describe('folder', () => {
  const allowed = mkdtempSync(join(tmpdir(), 'footnote-allowed-'));
  const open = (path: string) =>
    openConnection(folder, { connectorFolders: [allowed] }, { settings: { path } });

  it('does not tell what exists elsewhere on the server', async () => {
    const said = new Set<string>();
    for (const path of ['/etc/passwd', '/etc', '/nowhere/at/all', join(allowed, '../nowhere')])
      said.add((await faultOf(() => open(path))).message.replace(path, '…'));
    expect([...said]).toEqual(['… is not below a folder that the setting CONNECTOR_FOLDERS names.']);
  });

  it('tells what is wrong below a folder that is allowed', async () => {
    writeFileSync(join(allowed, 'a.txt'), 'A text.');
    mkdirSync(join(allowed, 'inner'));
    expect((await faultOf(() => open(join(allowed, 'gone')))).message).toContain('does not exist');
    expect((await faultOf(() => open(join(allowed, 'a.txt')))).message).toContain('is a file');
    expect((await listAll(await open(join(allowed, 'inner')))).found).toEqual([]);
  });
});
