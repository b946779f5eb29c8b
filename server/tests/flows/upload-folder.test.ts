import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../helpers/start-test-service.ts';

it('an upload folder that cannot be made is no fault of the client, and takes nothing from small uploads', async () => {
  const { live, dataDir, logs, stop } = await startTestService();
  onTestFinished(stop);
  const upload = (sizeBytes: number) => {
    const form = new FormData();
    form.append('type', 'document');
    form.append('name', 'Notes');
    form.append('file', new Blob(['All is well. '.repeat(sizeBytes / 13)], { type: 'text/plain' }), 'a.txt');
    return live.post('/v1/knowledge-base/sources', form);
  };
  const inTheWay = join(dataDir, 'uploads');
  writeFileSync(inTheWay, 'a file, where the folder should be');
  const refused = await upload(400_000);
  expect([refused.status, refused.body.error.code]).toEqual([500, 'internal_error']);
  expect(logs.join()).toContain(inTheWay);
  expect((await upload(100_000)).status).toBe(201);
  rmSync(inTheWay);
  expect((await upload(400_000)).status).toBe(201);
});
