import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Opens the browser of these tests. Throws with installation steps if there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error(
      'No Chromium was found for the tests of the dashboard. Install one (Debian: apt-get install chromium), or name it in CHROMIUM.',
    );
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
