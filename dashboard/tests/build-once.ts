import { fileURLToPath } from 'node:url';
import { buildDashboard } from '../../scripts/build-dashboard.mjs';

/** Before the first test of the dashboard, and once for all of them. */
export const setup = (): void =>
  buildDashboard(fileURLToPath(new URL('../..', import.meta.url)), process.execPath);
