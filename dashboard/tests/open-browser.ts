import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Opens the browser of these tests. Throws with installation steps if there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'] ?? '', ...USUAL_PLACES].find((path) => existsSync(path));
  if (!executablePath)
    throw new Error(
      'No Chromium was found for the tests of the dashboard: install one (Debian: apt-get install chromium), or name it in CHROMIUM.',
    );
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
