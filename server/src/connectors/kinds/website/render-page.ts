import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { nameOfUrl } from '#ingestion/web/site-manners.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { DevTools, DevToolsEvent, DevToolsFields } from './devtools-pipe.ts';

type PageOptions = {
  userAgent: string;
  mayOpen(url: string): Promise<boolean>;
  /** Bytes that came in so far. */
  received(): number;
};

const MAX_REQUESTS = 300;
const MAX_RECEIVED = 64 * 1024 * 1024;
/** How long a page may load, and how long nothing must happen until it counts as loaded. */
const SETTLE_MS = 15_000;
const QUIET_MS = 500;
const LOOK_MS = 50;
const SNAPSHOT_MS = 10_000;

/** Kinds of requests that add nothing to the text of a page. */
const NOT_LOADED: ReadonlySet<unknown> = new Set([
  'Image',
  'Media',
  'Font',
  'Ping',
  'CSPViolationReport',
  'Prefetch',
]);

/** Opens a page in a context of its own, without cookies, and returns what its scripts made of it. Throws ConnectorFault,
 *  and the errors of the browser. */
export async function renderPage(
  tools: DevTools,
  url: string,
  options: PageOptions,
): Promise<{ html: string; url: string }> {
  const { browserContextId } = await tools.send('Target.createBrowserContext', { disposeOnDetach: true });
  let page: ReturnType<typeof followPage> | undefined;
  try {
    await tools.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
    const send = (method: string, params: DevToolsFields = {}): Promise<DevToolsFields> =>
      tools.send(method, params, String(sessionId));
    page = followPage(tools, {
      sessionId: String(sessionId),
      frameId: String(targetId),
      url,
      send,
      options,
    });
    await Promise.all([
      send('Page.enable'),
      send('Network.enable'),
      send('Network.setBypassServiceWorker', { bypass: true }),
      send('Network.setUserAgentOverride', { userAgent: options.userAgent }),
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
    const { errorText } = await send('Page.navigate', { url });
    if (errorText !== undefined && errorText !== 'net::ERR_ABORTED')
      throw new ConnectorFault('unavailable', `${nameOfUrl(url)} could not be opened in Chromium.`);
    await page.settled();
    return await snapshot(send, String(targetId));
  } finally {
    page?.leave();
    // A browser that was killed has no context left.
    await tools.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
  }
}

type FollowedPage = {
  sessionId: string;
  /** Of the page itself, not of a frame in it. */
  frameId: string;
  url: string;
  send(method: string, params?: DevToolsFields): Promise<DevToolsFields>;
  options: PageOptions;
};

/** Decides about each request of the page, and tells when it has nothing left to do. */
function followPage(tools: DevTools, page: FollowedPage): { settled(): Promise<void>; leave(): void } {
  const { sessionId, send, options } = page;
  const open = new Set<unknown>();
  let requests = 0;
  let hasLoaded = false;
  let lastActive = performance.now();
  const decide = async ({ requestId, request, resourceType, frameId }: DevToolsFields): Promise<void> => {
    requests += 1;
    const address = String((request as { url?: unknown } | undefined)?.url);
    const isAllowed =
      requests <= MAX_REQUESTS &&
      options.received() <= MAX_RECEIVED &&
      isLoaded(address, resourceType) &&
      (resourceType !== 'Document' || (frameId === page.frameId && (await mayOpen(page, address))));
    await (isAllowed
      ? send('Fetch.continueRequest', { requestId })
      : send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
  };
  const onEvent = ({ method, params, sessionId: of }: DevToolsEvent): void => {
    if (of !== sessionId) return;
    if (method !== 'Network.dataReceived') lastActive = performance.now();
    // Fails only if the page was closed meanwhile.
    if (method === 'Fetch.requestPaused') void decide(params).catch(() => undefined);
    else if (method === 'Page.javascriptDialogOpening')
      void send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    else if (method === 'Page.loadEventFired') hasLoaded = true;
    else if (method === 'Network.requestWillBeSent') open.add(params['requestId']);
    else if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed')
      open.delete(params['requestId']);
  };
  return {
    leave: tools.onEvent(onEvent),
    async settled() {
      const start = performance.now();
      for (;;) {
        const now = performance.now();
        if (hasLoaded && open.size === 0 && now - lastActive >= QUIET_MS) return;
        // Many pages never finish loading: take what they show by now.
        if (now - start >= SETTLE_MS) return;
        await sleep(LOOK_MS);
      }
    },
  };
}

const isLoaded = (address: string, resourceType: unknown): boolean =>
  /^(?:https?|data|blob):/.test(address) && !NOT_LOADED.has(resourceType);

const mayOpen = async ({ url, options }: FollowedPage, address: string): Promise<boolean> =>
  address === url || (/^https?:/.test(address) && (await options.mayOpen(address).catch(() => false)));

/** Reads the page in a world of its own, where its scripts have changed nothing. What changes at every visit and shows
 *  nothing, such as scripts with their nonces, is left out. */
const SNAPSHOT = `(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const element of copy.querySelectorAll('script, style, noscript, template, iframe, link[rel~="preload"], link[rel~="stylesheet"]')) element.remove();
  return JSON.stringify({ html: '<!doctype html>\\n' + copy.outerHTML.slice(0, ${LIMITS.pageBytes / 4}), url: location.href });
})()`;

async function snapshot(send: FollowedPage['send'], frameId: string): Promise<{ html: string; url: string }> {
  const { executionContextId } = await send('Page.createIsolatedWorld', { frameId, worldName: 'snapshot' });
  const { result } = await send('Runtime.evaluate', {
    expression: SNAPSHOT,
    contextId: executionContextId,
    returnByValue: true,
    timeout: SNAPSHOT_MS,
  });
  const { value } = (result ?? {}) as { value?: unknown };
  if (typeof value !== 'string') throw new Error('The page could not be read.');
  const { html, url } = JSON.parse(value) as { html: string; url: string };
  const address = new URL(url);
  address.hash = '';
  if (!/^https?:$/.test(address.protocol)) throw new Error('The page led to no address of the web.');
  return { html, url: address.href };
}
