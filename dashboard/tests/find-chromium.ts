import { existsSync } from 'node:fs';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of the dashboard's tests: the one that CHROMIUM names, else one that the machine has. */
export const findChromium = (): string | undefined =>
  [process.env['CHROMIUM'] ?? '', ...USUAL_PLACES].find((path) => existsSync(path));
