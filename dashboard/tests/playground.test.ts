import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
beforeAll(async () => {
  await live.addText(
    'Holiday policy',
    'Everybody has 30 days of holidays a year. They are asked for two weeks before.',
  );
  await live.addText('Pump manual', 'The engine of the pump is oiled every spring. Its café is closed.', {
    tags: ['pumps'],
  });
});

describe('the playground', () => {
  /** Waits for these texts in this order. */
  const reads = (locator: Locator, texts: string[]): Promise<void> =>
    expect.poll(() => locator.allTextContents()).toEqual(texts);

  it('compares three modes, highlights words, and applies the minimum score', async () => {
    await using page = await visit('/playground');
    await page.getByRole('tab', { name: 'Search' }).click();
    await page.getByLabel('Search for').fill('cafe engines oiling in the spring');
    await page.keyboard.press('Enter');
    for (const mode of ['Hybrid', 'Semantic', 'Keyword'])
      await page
        .getByRole('region', { name: `Results: ${mode}` })
        .getByRole('listitem')
        .first()
        .waitFor();
    const hybrid = page.getByRole('region', { name: 'Results: Hybrid' });
    await expect
      .poll(() => hybrid.locator('mark').allTextContents())
      .toEqual(['engine', 'oiled', 'spring', 'café']);
    await expect
      .poll(() => page.getByRole('region', { name: 'Results: Semantic' }).locator('mark').count())
      .toBe(0);
    await hybrid.getByText('Why this result').first().click();
    await hybrid.getByText(/^Keyword match/).waitFor();
    await page.getByLabel('Minimum score').fill('0.99');
    await hybrid.getByText('below the minimum score').waitFor();
    await expect.poll(() => hybrid.getByRole('link').count()).toBe(0);
    await page.waitForURL(/min=0\.99/);
  });

  it('shows for every slider position what the service returns with that min_score', async () => {
    const query = 'holidays of the engine in spring';
    await using page = await visit(`/playground?q=${encodeURIComponent(query)}&limit=3`);
    const modes = { hybrid: 'Hybrid', semantic: 'Semantic', keyword: 'Keyword' };
    const scores: number[] = [];
    for (const search_type of Object.keys(modes)) {
      const { body } = await live.post('/v1/query', { query, search_type, limit: 3 });
      scores.push(...body.data.results.map(({ score }: { score: number }) => score));
    }
    const places = [0, ...scores.flatMap((score) => [Math.floor(score * 100), Math.ceil(score * 100)])];
    expect(new Set(places).size).toBeGreaterThan(3);
    for (const place of new Set(places)) {
      const min_score = place / 100;
      await page.getByLabel('Minimum score').fill(min_score.toFixed(2));
      for (const [search_type, name] of Object.entries(modes)) {
        const { body } = await live.post('/v1/query', { query, search_type, limit: 3, min_score });
        const names = body.data.results.map(({ source_name }: { source_name: string }) => source_name);
        const links = page.getByRole('region', { name: `Results: ${name}` }).getByRole('link');
        await reads(links, names);
      }
    }
  });

  it('searches only the chosen sources, by keyboard, and keeps them in the URL', async () => {
    const { id } = await live.addText('Pump prices', 'An engine for the pump costs 90 euros.');
    await using page = await visit('/playground?q=engine&mode=keyword');
    const results = page.getByRole('region', { name: 'Results: Keyword' }).getByRole('link');
    await expect.poll(() => results.count()).toBe(2);
    const picker = page.getByRole('combobox', { name: 'Sources' });
    const choices = page.getByRole('listbox', { name: 'Matching sources' });
    await picker.focus();
    await page.keyboard.type('pump');
    await reads(choices.getByRole('option'), ['Pump prices', 'Pump manual']);
    await page.keyboard.press('ArrowDown');
    await choices.getByRole('option', { name: 'Pump manual', selected: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await reads(results, ['Pump prices']);
    await expect.poll(() => new URL(page.url()).searchParams.get('sources')).toBe(JSON.stringify([id]));
    await expect.poll(() => picker.inputValue()).toBe('');

    await page.keyboard.type('Holiday');
    await choices.getByRole('option', { name: 'Holiday policy' }).click();
    await page.getByRole('button', { name: 'Remove source Holiday policy' }).waitFor();
    await page.keyboard.type('zeppelin');
    await page.getByText('No indexed source matches.').filter({ visible: true }).last().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => choices.count()).toBe(0);

    await page.reload();
    await page.getByRole('button', { name: 'Remove source Holiday policy' }).waitFor();
    await reads(results, ['Pump prices']);
    await page.getByRole('button', { name: 'Remove source Pump prices' }).click();
    await page.getByText('No results.').waitFor();
    await picker.focus();
    await page.keyboard.press('Backspace');
    await expect.poll(() => results.count()).toBe(2);
    await expect.poll(() => new URL(page.url()).searchParams.has('sources')).toBe(false);

    await page.getByRole('listitem').filter({ hasText: '90 euros' }).getByText('Only this source').click();
    await page.getByRole('button', { name: 'Remove source Pump prices' }).waitFor();
    await picker.click();
    await choices.getByRole('option').first().waitFor();
    await expectAccessible(page);
    await live.delete(`/v1/knowledge-base/sources/${id}`);
  });

  it('opens a result beside the page, and searches by tag and mode', async () => {
    await using page = await visit('/playground?q=engine&mode=keyword&tags=["pumps"]');
    await page.getByRole('link', { name: 'Pump manual' }).click();
    const sheet = page.getByRole('dialog', { name: 'Pump manual' });
    await sheet.locator('mark', { hasText: 'engine' }).waitFor();
    await page.goto(`${live.baseUrl}/playground?q=holidays&mode=keyword&tags=["pumps"]`);
    await page.getByText('No results.').waitFor();
  });
});
