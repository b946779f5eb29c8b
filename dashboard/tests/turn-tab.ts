import type { Page } from 'playwright-core';

/** Hides or shows the tab. */
export const turnTab = (page: Page, to: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${to === 'hidden'} });
    document.dispatchEvent(new Event('visibilitychange'));`);
