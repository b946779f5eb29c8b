import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFakeDeepModel } from '../../server/tests/helpers/fake-deep-model.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { untilUnderstood } from '../../server/tests/helpers/until-understood.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let browser: Browser;
let service: TestService;
let live: Client;
const { promise: released, resolve: release } = Promise.withResolvers<void>();
beforeAll(async () => {
  browser = await openBrowser();
  const model = createFakeDeepModel({
    beforePassage: (text) => (text.includes('heron') ? released : Promise.resolve()),
  });
  service = await startTestService({}, undefined, model);
  live = service.live;
}, 120_000);
afterAll(async () => {
  release();
  await browser.close();
  await service.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 600_000 });

it('sources and knowledge bases say what the deep model has read, and when it has read the rest', async () => {
  const kettle = await live.addText('Kettle', 'The copper kettle whistles at four.');
  await untilUnderstood(live, kettle.id);
  const heron = await live.addText('Heron', 'A heron waits in the water.');
  const path = `/v1/knowledge-bases/${await defaultKnowledgeBase(live)}`;
  expect((await live.get(path)).body.data.understanding).toMatchObject({ chunks: 2, understood_chunks: 1 });

  await using bases = await openDashboard(browser, live, '/knowledge-bases');
  await bases.getByText('Understanding 50%').waitFor();
  await using page = await openDashboard(browser, live, '/sources');
  await page.getByRole('row').filter({ hasText: 'Heron' }).getByText('Understanding …').waitFor();
  const done = page.getByRole('row').filter({ hasText: 'Kettle' });
  await done.getByText('Indexed').last().waitFor();
  expect(await done.getByText('Understanding …').count()).toBe(0);
  await expectAccessible(page);
  await using detail = await openDashboard(browser, live, `/sources/${heron.id}`);
  await detail.getByText('Understanding …').first().waitFor();

  release();
  await detail.getByText('Understood').waitFor();
  await page.getByText('Understanding …').waitFor({ state: 'detached' });
  await bases.getByText('Understood').waitFor();
});
