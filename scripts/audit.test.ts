import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Runs the script where npm says this. */
function auditWith(answer: string, exitCode: number): { status: number | null; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'answer'), answer);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat "${folder}/answer"\nexit ${exitCode}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  const script = fileURLToPath(new URL('audit.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
  return { status, text: stdout + stderr };
}

const fault = (severity: string) => ({ severity, range: '<2.0.0', via: [{ title: 'It bites.' }, 'other'] });

describe('the audit of dependencies', () => {
  it.each(['high', 'critical'])('is red for a fault that is %s, and names it', (severity) => {
    const { status, text } = auditWith(JSON.stringify({ vulnerabilities: { biter: fault(severity) } }), 1);
    expect(status).toBe(1);
    expect(text).toContain(`biter <2.0.0: ${severity}; It bites.; by other`);
  });

  it('is green for lesser faults, and counts them', () => {
    const { status, text } = auditWith(JSON.stringify({ vulnerabilities: { biter: fault('moderate') } }), 1);
    expect(status).toBe(0);
    expect(text).toContain('1 dependencies with known faults, 0 of them grave');
  });

  it.each([
    ['says that it cannot', JSON.stringify({ message: '405 Method Not Allowed' })],
    ['says nothing', ''],
    ['speaks of something else', '<html>'],
  ])('warns, and is green, when the registry %s', (_, answer) => {
    const { status, text } = auditWith(answer, 1);
    expect(status).toBe(0);
    expect(text).toContain('WARNING: the dependencies were not audited');
  });
});
