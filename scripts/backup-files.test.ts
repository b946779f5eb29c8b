import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../server/src/config/config.ts';
import { startTestService } from '../server/tests/helpers/start-test-service.ts';
import { newDataDir, removeDataDir, storageSettings } from '../server/tests/helpers/test-storage.ts';

/** The files of deploy/ that make backups, held against those that run the service. */

const read = (file: string): string => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
const SCRIPT = fileURLToPath(new URL('../deploy/backup.sh', import.meta.url));

describe('deploy/backup.sh', () => {
  const [dataDir, backups] = [newDataDir(), newDataDir()];
  afterAll(() => Promise.all([removeDataDir(dataDir), removeDataDir(backups)]));
  const run = (...args: string[]) =>
    promisify(execFile)(SCRIPT, args, { env: { ...process.env, ...storageSettings(dataDir) } });

  it('makes a backup, tries it, and then removes those that are too old', { timeout: 60_000 }, async () => {
    await (await startTestService({ DATA_DIR: dataDir })).stop();
    for (const [name, days] of [
      ['footnote-old.fnb', 20],
      ['footnote-young.fnb', 2],
      ['another-old.txt', 20],
    ] as const) {
      writeFileSync(join(backups, name), '');
      const time = Date.now() / 1_000 - days * 86_400;
      utimesSync(join(backups, name), time, time);
    }
    const { stdout } = await run(backups, '7');
    const made = stdout.trim();
    expect(made).toMatch(/\/footnote-\d{4}-\d{2}-\d{2}T\d{6}Z\.fnb$/);
    expect(
      readdirSync(backups)
        .map((name) => join(backups, name))
        .sort(),
    ).toEqual([made, join(backups, 'another-old.txt'), join(backups, 'footnote-young.fnb')].sort());
  });

  it('fails without a folder, and says what it takes', async () => {
    await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining('backup.sh FOLDER [DAYS]') });
  });
});

describe('the backup of systemd', () => {
  const linesOf = (file: string): [name: string, value: string][] =>
    [...read(`systemd/${file}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  const [service, backup] = [linesOf('footnote.service'), linesOf('footnote-backup.service')];
  const valuesOf = (lines: [string, string][], name: string): string[] =>
    lines.filter(([other]) => other === name).map(([, value]) => value);

  it('runs as the user of the service, on its data and settings, with no more rights', () => {
    for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile', 'UMask'])
      expect(valuesOf(backup, name), name).toEqual(valuesOf(service, name));
    const guards = service.filter(([name]) =>
      /^(Protect|Restrict|NoNew|Capability|SystemCall|Lock)/.test(name),
    );
    expect(guards.length).toBeGreaterThan(12);
    expect(backup).toEqual(expect.arrayContaining(guards));
    const environment = Object.fromEntries(
      valuesOf(backup, 'Environment').flatMap((value) => value.split(' ').map((each) => each.split('='))),
    );
    expect(valuesOf(service, 'Environment')).toContain(`DATA_DIR=${readConfig(environment).DATA_DIR}`);
  });

  it('writes where it may, and is started by a timer', () => {
    const [folder = ''] = valuesOf(backup, 'StateDirectory')[0]?.split(' ').slice(1) ?? [];
    expect(valuesOf(backup, 'ExecStart')).toEqual([`/opt/footnote/deploy/backup.sh /var/lib/${folder} 14`]);
    expect(linesOf('footnote-backup.timer').map(([name]) => name)).toEqual(
      expect.arrayContaining(['OnCalendar', 'Persistent', 'WantedBy']),
    );
  });
});

describe('the backup of Kubernetes', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a manifest, looked into by name.
  const documents = (file: string): any[] =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS());
  const [claim, cron] = documents('backup.yaml');
  const [worker] = documents('worker.yaml');
  const podOf = (spec: { template: { spec: unknown } }) => spec.template.spec as (typeof worker)['spec'];
  const [pod, other] = [podOf(cron.spec.jobTemplate.spec), podOf(worker.spec)];
  const [container] = pod.containers;

  it('has the settings of the nodes and no more rights than they', () => {
    expect(pod.securityContext).toEqual(other.securityContext);
    expect(container.securityContext).toEqual(other.containers[0].securityContext);
    expect(container.image).toBe(other.containers[0].image);
    expect(container.envFrom).toEqual(other.containers[0].envFrom);
  });

  it('writes to a volume of its own, and tries each backup before older ones go', () => {
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
      pod.volumes.map(({ name }: { name: string }) => name),
    );
    const steps = container.command[2].match(/footnote (\w+)|-delete/g);
    expect(steps).toEqual(['footnote backup', 'footnote restore', '-delete']);
    expect(container.command[2]).toContain(`${container.volumeMounts[0].mountPath}/footnote-`);
  });
});
