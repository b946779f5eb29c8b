import type { Page } from 'playwright-core';
import { type Harbour, sessionOf } from './harbour.ts';

/** A state of the dashboard that its pictures show. `path`: of the page. `reach`: brings the page from its address into the state,
 *  and returns when all of it is drawn. */
export type MainState = {
  name: string;
  path(harbour: Harbour): string;
  reach(page: Page): Promise<unknown>;
};

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** A conversation with the page of a PDF beside it, on which the cited words are marked. */
export const CITATION: MainState = {
  name: 'citation',
  path: ({ agentId }) => `/conversations/${agentId}/${sessionOf(1)}`,
  reach: async (page) => {
    await page.locator('#content sup a').first().click();
    await page.getByRole('dialog').locator('[data-box=passage]').first().waitFor();
    await page.getByRole('dialog').locator('[data-state=drawn]').first().waitFor();
  },
};

/** The states of a workspace that `fillHarbour` filled. */
export const MAIN_STATES: readonly MainState[] = [
  {
    name: 'overview',
    path: () => '/',
    reach: (page) => heading(page, 'Overview'),
  },
  {
    name: 'sources',
    path: () => '/sources',
    reach: (page) => page.getByText('Ferry timetable').first().waitFor(),
  },
  {
    name: 'source',
    path: ({ guideId }) => `/sources/${guideId}`,
    reach: (page) => page.locator('section[aria-label="Page 1"][data-state=drawn]').waitFor(),
  },
  {
    name: 'agents',
    path: () => '/agents',
    reach: (page) => page.getByText('Harbour desk').first().waitFor(),
  },
  {
    name: 'agent',
    path: ({ agentId }) => `/agents/${agentId}`,
    reach: async (page) => {
      await page.getByLabel('Message', { exact: true }).fill('When is the lighthouse open?');
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: 'Sources' }).waitFor();
    },
  },
  {
    name: 'conversations',
    path: () => '/conversations',
    reach: (page) => page.getByText('Is there a sauna?').first().waitFor(),
  },
  CITATION,
  {
    name: 'gaps',
    path: () => '/gaps',
    reach: (page) => page.getByText('Which tram goes to the airport?').first().waitFor(),
  },
  {
    name: 'playground',
    path: () => '/playground?q=ticket+for+the+lighthouse',
    reach: (page) => page.getByText('A ticket is five crowns').first().waitFor(),
  },
  {
    name: 'api-keys',
    path: () => '/settings/api-keys',
    reach: (page) => page.getByText('Website', { exact: true }).first().waitFor(),
  },
  {
    name: 'palette',
    path: () => '/knowledge-bases',
    reach: async (page) => {
      await heading(page, 'Knowledge bases');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('light');
      await page.getByRole('option', { name: 'Lighthouse guide.pdf' }).waitFor();
    },
  },
];
