import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';
import { newDataDir } from '../helpers/test-storage.ts';

const SOURCES = '/v1/knowledge-base/sources';
const fixture = (path: string): string =>
  fileURLToPath(new URL(`../fixtures/documents/${path}`, import.meta.url));

/** A table of Lotus 1-2-3. Texts and numbers, row by row. */
function lotus(rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const record = (type: number, ...data: Buffer[]): Buffer => {
    const content = Buffer.concat(data);
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(content.length, 2);
    return Buffer.concat([head, content]);
  };
  const cell = (row: number, column: number, value: string | number): Buffer => {
    const place = Buffer.from([0xff, column, 0, row, 0]);
    const number = Buffer.alloc(8);
    if (typeof value === 'string') return record(15, place, Buffer.from(`'${value}\0`, 'latin1'));
    number.writeDoubleLE(value);
    return record(14, place, number);
  };
  const cells = rows.flatMap((row, index) => row.map((value, column) => cell(index, column, value)));
  return new Uint8Array(Buffer.concat([record(0, Buffer.from([6, 4])), ...cells, record(1)]));
}

const TABLE = lotus([
  ['Ship', 'Fee'],
  ['Yacht', 12],
  ['Ferry', 80],
]);

let test: TestService;
afterEach(() => test.stop());

async function upload(name: string, bytes: Uint8Array<ArrayBuffer> = TABLE) {
  const form = new FormData();
  form.set('type', 'document');
  form.set('name', name);
  form.set('file', new Blob([bytes]), name);
  const { body } = await test.live.call('POST', SOURCES, form);
  return body.data.id as string;
}
const settled = async (id: string) => (await test.live.get(`${SOURCES}/${id}?wait=60`)).body.data;
const textOf = async (id: string): Promise<string> =>
  (await test.live.get(`${SOURCES}/${id}/content`)).body.data.text;

/** A program in place of LibreOffice. In its lines, $OUT is the folder of the result. */
async function program(lines: string): Promise<string> {
  const path = join(newDataDir(), 'soffice');
  const out = 'OUT=; while [ $# -gt 0 ]; do if [ "$1" = --outdir ]; then OUT=$2; fi; IN=$1; shift; done';
  await writeFile(path, `#!/bin/sh\n${out}\nmkdir -p "$OUT"\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a document in a format that Footnote does not read', () => {
  it('is refused with the name of the setting, and pictures without', async () => {
    test = await startTestService();
    const source = await settled(await upload('fees.wk1'));
    expect(source).toMatchObject({ status: 'failed', error: { code: 'unsupported_format' } });
    expect(source.error.message).toContain('CONVERTER');
    const picture = await settled(
      await upload('photo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])),
    );
    expect(picture.error.message).not.toContain('CONVERTER');
  });

  it('is not sent to the converter if it is a private key, which has the name of a Keynote file', async () => {
    test = await startTestService({ CONVERTER: await program('exit 3') });
    const lines = Array.from({ length: 12 }, (_, index) => String(index).repeat(8).padEnd(64, 'aB3/x'));
    const pem = `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
    const source = await settled(await upload('server.key', new TextEncoder().encode(pem)));
    expect(source).toMatchObject({ status: 'failed', error: { code: 'unsupported_format' } });
    expect(source.error.message).not.toMatch(/convert/i);
  });

  it('is converted by the program that CONVERTER names, without the environment of the service', async () => {
    const seen = join(newDataDir(), 'seen');
    const CONVERTER = await program(`env > ${seen}; cp ${fixture('xlsx/stock.xlsx')} "$OUT/document.xlsx"`);
    test = await startTestService({ CONVERTER, EVENT_RETENTION_DAYS: '31' });
    const id = await upload('fees.wk1');
    expect(await settled(id)).toMatchObject({ status: 'indexed' });
    expect(await textOf(id)).toContain('Item: Gadget');
    expect(await readFile(seen, 'utf8')).not.toMatch(/EVENT_RETENTION_DAYS|CONVERTER|DATA_DIR|NODE/);
  });

  it('fails after DOCUMENT_SECONDS if the program hangs, and all that it started is killed', async () => {
    const pids = join(newDataDir(), 'pids');
    const CONVERTER = await program(`sleep 600 & echo $! $$ > ${pids}; wait`);
    test = await startTestService({ CONVERTER, DOCUMENT_SECONDS: '2' });
    const source = await settled(await upload('fees.wk1'));
    expect(source).toMatchObject({ status: 'failed', error: { code: 'parse_timeout' } });
    const started = (await readFile(pids, 'utf8')).trim().split(' ').map(Number);
    expect(started).toHaveLength(2);
    await expect.poll(() => started.filter(isRunning)).toEqual([]);
  });

  it.each([
    [
      'writes too much',
      'head -c 200000000 /dev/zero > "$OUT/document.xlsx"',
      /could not convert|larger than/,
    ],
    ['writes nothing', 'true', /could not convert/],
    ['writes a link', 'ln -s /etc/passwd "$OUT/document.xlsx"', /could not convert/],
    ['fails', 'exit 3', /could not convert/],
  ])('fails with the reason if the program %s', async (_, lines, reason) => {
    test = await startTestService({ CONVERTER: await program(lines) });
    const source = await settled(await upload('fees.wk1'));
    expect(source.status).toBe('failed');
    expect(source.error.message).toMatch(reason);
  });

  it('is converted by a Gotenberg server', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', async () => {
        requests.push(
          `${request.method} ${request.url} ${/filename="[^"]*"/.exec(Buffer.concat(parts).toString('latin1'))?.[0]}`,
        );
        response.end(await readFile(fixture('pdf/table.pdf')));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      test = await startTestService({
        CONVERTER: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      });
      expect(await settled(await upload('../fees.wk1'))).toMatchObject({ status: 'indexed' });
      expect(requests).toEqual(['POST /forms/libreoffice/convert filename="document.wk1"']);
    } finally {
      server.close();
    }
  });

  it.skipIf(!existsSync('/usr/bin/soffice'))(
    'is converted by LibreOffice (Debian: apt-get install libreoffice-calc-nogui)',
    async () => {
      test = await startTestService({ CONVERTER: 'soffice' });
      const id = await upload('fees.wk1');
      expect(await settled(id)).toMatchObject({ status: 'indexed' });
      expect(await textOf(id)).toContain('Ship: Yacht | Fee: 12');
    },
    120_000,
  );
});
