import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] };

/** Axe finds nothing serious on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // By evaluate, not by a script element: the page takes no scripts from elsewhere.
  await page.evaluate(AXE);
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run(document)');
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
    expect(serious, theme).toEqual([]);
  }
}
