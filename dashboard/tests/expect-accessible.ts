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

type Theme = 'light' | 'dark';

/** Axe finds nothing serious on the page as it is, shadow trees included, in each theme: as the dashboard sets it, and as the
 *  system asks for it. */
export async function expectAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  // By evaluate: the page's policy refuses script elements.
  await page.evaluate(AXE);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // An inherited colour starts its transition when its parent's has ended.
    await page.evaluate(TRANSITIONS_END);
    const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run(document)');
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
    expect(serious, theme).toEqual([]);
  }
}
