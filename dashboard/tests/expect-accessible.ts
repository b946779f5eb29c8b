import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TRANSITIONS_END = `(async () => {
  const isMoving = () => document.getAnimations().some((each) => each instanceof CSSTransition);
  while (isMoving()) await new Promise(requestAnimationFrame);
})()`;

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] };

/** Axe finds nothing serious on the page as it stands, shadow trees included, in light and in dark: as the dashboard sets it,
 *  and as the system asks for it. */
export async function expectAccessible(page: Page): Promise<void> {
  // By evaluate, not by a script element: the page takes no scripts from elsewhere.
  await page.evaluate(AXE);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // A colour that is inherited starts on its way when the one above has arrived.
    await page.evaluate(TRANSITIONS_END);
    const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run(document)');
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
    expect(serious, theme).toEqual([]);
  }
}
