import { spawnSync } from 'node:child_process';

/** Looks whether faults are known in what the service depends on: exit code 1 when one is grave. A registry that does not
 *  answer, or does not know, is a warning, because a change is not wrong for it. */

const GRAVE = ['high', 'critical'] as const;

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
});

type Report = {
  vulnerabilities?: Record<string, { severity: string; range: string; via: unknown[] }>;
  message?: string;
};

const report = readReport(stdout);
if (!report?.vulnerabilities) {
  const why = report?.message ?? stderr?.trim() ?? '';
  console.warn(`WARNING: the dependencies were not audited, because the registry did not answer: ${why}`);
} else {
  const all = Object.entries(report.vulnerabilities);
  const grave = all.filter(([, { severity }]) => GRAVE.some((each) => each === severity));
  for (const [name, { severity, range, via }] of grave)
    console.error(`${name} ${range}: ${severity}; ${via.map(titleOf).join('; ')}`);
  console.log(`${all.length} dependencies with known faults, ${grave.length} of them grave`);
  if (grave.length > 0) process.exitCode = 1;
}

function readReport(text: string | null): Report | undefined {
  try {
    return JSON.parse(text ?? '') as Report;
  } catch {
    return undefined;
  }
}

/** A fault has a title, or is that of another package, by its name. */
function titleOf(via: unknown): string {
  return typeof via === 'string' ? `by ${via}` : String((via as { title?: string }).title);
}
