import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { startTestService } from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const MB = 1024 * 1024;

const textOf = (sizeBytes: number): Blob =>
  new Blob(['All is well. ', new Uint8Array(sizeBytes - 13).fill(0x0a)]);

/** A mail with a short text and a large attachment that is not read. */
function mailOf(sizeBytes: number): Blob {
  const head = [
    'From: ada@example.com',
    'To: ben@example.com',
    'Subject: Survey',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'The survey of the pier is attached.',
    '--part',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=survey.bin',
    '',
    '',
  ].join('\r\n');
  const line = `${'A'.repeat(76)}\r\n`;
  return new Blob([head, line.repeat(Math.ceil(sizeBytes / line.length)), '--part--\r\n']);
}

async function uploader(MAX_FILE_MB: string) {
  const { live, stop } = await startTestService({ MAX_FILE_MB });
  onTestFinished(stop);
  return {
    live,
    upload: (file: Blob, fileName: string) => {
      const form = new FormData();
      form.append('type', 'document');
      form.append('name', 'Notes');
      form.append('file', file, fileName);
      return live.post(SOURCES, form);
    },
  };
}

describe('MAX_FILE_MB', () => {
  it('a file may be as large as the setting says, and 413 says it when it is larger', async () => {
    const { live, upload } = await uploader('1');
    expect((await upload(textOf(MB), 'notes.txt')).status).toBe(201);
    const refused = await upload(textOf(MB + 1), 'notes.txt');
    expectError(refused, 413);
    expect(refused.body.error.message).toBe('The file is larger than 1 MB, the maximum.');
    expect((await live.get('/v1/configuration')).body.data.limits.file_bytes).toBe(MB);
  });

  it('a file that is larger than the default is stored, indexed and returned as it was', async () => {
    const { live, upload } = await uploader('60');
    const mail = mailOf(51 * MB);
    const { status, body } = await upload(mail, 'survey.eml');
    expect(status).toBe(201);
    const source = (await live.get(`${SOURCES}/${body.data.id}?wait=30`)).body.data;
    expect(source).toMatchObject({ status: 'indexed', size_bytes: mail.size });
    const file = await live.get(`${SOURCES}/${body.data.id}/file`);
    expect(file.headers.get('content-length')).toBe(String(mail.size));
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(source.content_sha256);
  });
});
