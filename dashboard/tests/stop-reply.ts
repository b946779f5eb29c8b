import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Stops the running reply of the test chat. Right after sending, Stop takes a click for the second half of a double click. */
export async function stopReply(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop' });
  await expect
    .poll(async () => {
      if ((await stop.count()) > 0) await stop.click();
      return await page.getByText('Stopped. The question').count();
    })
    .toBeGreaterThan(0);
}
