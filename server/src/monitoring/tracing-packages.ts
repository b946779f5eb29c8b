import { createRequire } from 'node:module';
import { OperatorError } from '#lib/operator-error.ts';
import { installHint } from '#lib/started-from.ts';
import { OPTIONAL_PACKAGES } from '#lib/version.ts';

/** Throws an OperatorError that says what to install, unless everything that sends traces is there. It is a quarter of all
 *  dependencies, and few send traces. */
export function assertOpenTelemetryInstalled(): void {
  const { resolve } = createRequire(import.meta.url);
  const packages = Object.entries(OPTIONAL_PACKAGES).filter(([name]) => name.startsWith('@opentelemetry/'));
  const missing = packages.filter(([name]) => !canResolve(resolve, name));
  if (missing.length === 0) return;
  const list = missing.map(([name, version]) => `${name}@${version}`).join(' ');
  throw new OperatorError(
    `OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: ${installHint(list)}.`,
    { exitCode: 2 },
  );
}

function canResolve(resolve: (name: string) => string, name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
