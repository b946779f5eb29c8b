import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openDeep } from './open-deep.ts';

const bundled = fileURLToPath(new URL('../../models/multilingual-e5-small', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'open-deep-'));
cpSync(bundled, folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

const faultOf = async (options: Parameters<typeof openDeep>[0]): Promise<string> => {
  const opened = await openDeep(options);
  return 'fault' in opened ? opened.fault : '';
};

describe('the bundled deep model', () => {
  it('opens with whole files', async () => {
    expect(await faultOf({})).toBe('');
    expect(await faultOf({ folder })).toBe('');
  });

  it('is refused without relaxed SIMD', async () => {
    expect(await faultOf({ hasRelaxedSimd: false })).toContain('has no relaxed SIMD');
  });

  it('is refused when a file is damaged, and when it is missing', async () => {
    const path = join(folder, 'encoder.safetensors');
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await faultOf({ folder })).toContain(`${path} is damaged`);
    rmSync(path);
    expect(await faultOf({ folder })).toContain(`${path} cannot be read`);
  });
});
