import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import {
  type Client,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { startTestSite, type TestSite } from '../../server/tests/helpers/test-site.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

let browser: Browser;

/** Set by `prepareDashboard` before the tests begin. */
export let live: Client;
/** A site whose pages the service may fetch. */
export let site: TestSite;

/** Starts a browser, a service and a site for the tests of a file. */
export function prepareDashboard(): void {
  let service: TestService;
  beforeAll(async () => {
    browser = await openBrowser();
    site = await startTestSite();
    service = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host });
    live = service.live;
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await site.close();
  });
}

/** Opens a page, and closes its browser when the test is over. */
export const visit = (path: string, options?: DashboardOptions): Promise<Page & AsyncDisposable> =>
  openDashboard(browser, live, path, options);
