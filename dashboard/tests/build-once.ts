import { fileURLToPath } from 'node:url';
import { buildDashboard } from '../../scripts/build-dashboard.mjs';

/** Builds the dashboard once, before its first test. */
export const setup = (): void =>
  buildDashboard(fileURLToPath(new URL('../..', import.meta.url)), process.execPath);
