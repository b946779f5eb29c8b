import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SERVER_CONSTANTS } from './dashboard/vite.widget.config.ts';

const tests = ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];

/** Faults of nodes that share a database. */
const nodes = 'server/tests/nodes/**';

/** Of server/tests, what runs on the embedded engine alone. */
const embeddedAlone = [
  // Its own files and folder.
  'server/tests/flows/full-disk.test.ts',
  // It names its engines itself.
  'server/tests/flows/migrate.test.ts',
  // No storage: what documents look like, and what may be imported.
  'server/tests/boundaries.test.ts',
  'server/tests/documents.test.ts',
  'server/tests/plain-english.test.ts',
  'server/tests/flows/guides.test.ts',
  'server/tests/helpers/regular-expressions.test.ts',
  'server/tests/flows/damaged-files.test.ts',
  'server/tests/flows/documents.test.ts',
  'server/tests/flows/limits-of-a-document.test.ts',
  // No storage: HTTP.
  'server/tests/contract/slow-clients.test.ts',
  'server/tests/contract/edge.test.ts',
  'server/tests/flows/tls.test.ts',
  'server/tests/flows/traces.test.ts',
  'server/tests/flows/host-names.test.ts',
  // The same answers and metrics from the same passages: contract and parity tests compare those.
  'server/tests/flows/eval-command.test.ts',
  'server/tests/flows/injected-documents.test.ts',
];

/** Of server/tests, what runs on PGlite where there is no server of PostgreSQL. They take seconds to begin, and start no processes. */
const onPglite = [
  'server/tests/flows/text-to-answer.test.ts',
  'server/tests/flows/embedding-models.test.ts',
  'server/tests/contract/chat.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // By itself it leaves a core to the terminal, which on two cores is half of them.
    maxWorkers: Math.max(2, availableParallelism()),
    // A busy machine is slow, not wrong: what hangs is told from what waits by minutes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'embedded', include: tests, exclude: ['**/node_modules/**', nodes] } },
      {
        extends: true,
        resolve: { alias: [SERVER_CONSTANTS] },
        test: {
          name: 'dashboard',
          globalSetup: 'dashboard/tests/build-once.ts',
          include: ['dashboard/tests/**/*.test.ts'],
        },
      },
      process.env['TEST_DATABASE_URL']
        ? {
            extends: true,
            test: {
              name: 'postgres',
              include: ['server/tests/**/*.test.ts'],
              exclude: embeddedAlone,
              env: { TEST_ENGINE: 'postgres' },
            },
          }
        : { extends: true, test: { name: 'pglite', include: onPglite, env: { TEST_ENGINE: 'pglite' } } },
    ],
  },
});
