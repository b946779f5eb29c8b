import { ConnectorFault } from '#connectors/connector-fault.ts';
import { nameOfUrl } from '#ingestion/web/site-manners.ts';
import { startDeadline, untilAborted } from '#net/deadline.ts';
import type { GuardOptions } from '#net/guarded-lookup.ts';
import { type Browser, startBrowser } from './browser.ts';
import { type GuardedProxy, openGuardedProxy } from './guarded-proxy.ts';
import { renderPage } from './render-page.ts';

export type RenderOptions = {
  signal: AbortSignal;
  /** Whether the page may go to another address by itself. */
  mayOpen(url: string): Promise<boolean>;
};

/** Runs the scripts of pages in a Chromium. */
export type PageRenderer = {
  /** The page as its scripts leave it, and its address. Throws ConnectorFault. */
  render(url: string, options: RenderOptions): Promise<{ html: string; url: string }>;
  close(): Promise<void>;
};

type RendererOptions = {
  /** The path of Chromium or Chrome. */
  chromium: string;
  guard: GuardOptions;
  userAgent: string;
  /** For one page, with the start of the browser. */
  timeoutMs?: number;
  idleMs?: number;
};

const TIMEOUT_MS = 45_000;
const IDLE_MS = 60_000;

type Running = { browser: Browser; proxy: GuardedProxy };

/** One browser for all, started for the first page and ended when there was none for a while. One page at a time. */
export function createPageRenderer(options: RendererOptions): PageRenderer {
  const { chromium, guard, userAgent, timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = options;
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const end = async (reason: string): Promise<void> => {
    clearTimeout(idle);
    const ending = running;
    running = undefined;
    ending?.proxy.close();
    await ending?.browser.kill(reason);
  };
  const start = async (): Promise<Running> => {
    if (running && !running.browser.hasEnded()) return running;
    await end('The browser had ended.');
    const proxy = await openGuardedProxy(guard);
    try {
      running = { proxy, browser: await startBrowser(chromium, proxy.port) };
      return running;
    } catch (error) {
      proxy.close();
      throw error;
    }
  };
  const render: PageRenderer['render'] = async (url, { signal, mayOpen }) => {
    signal.throwIfAborted();
    clearTimeout(idle);
    const deadline = startDeadline(timeoutMs, signal);
    try {
      const work = async (): ReturnType<PageRenderer['render']> => {
        const { browser, proxy } = await start();
        proxy.open(url);
        return await renderPage(browser.tools, url, { userAgent, mayOpen, received: proxy.received });
      };
      return await untilAborted(work(), deadline.signal);
    } catch (error) {
      // Whatever hangs in the browser ends with it. The next page starts another.
      await end('The page was given up.');
      signal.throwIfAborted();
      throw faultOf(error, url, deadline.ended() === 'timeout');
    } finally {
      deadline.dispose();
      idle = setTimeout(() => void end('Nothing to do.'), idleMs);
      idle.unref();
    }
  };
  return {
    render: (url, renderOptions) => {
      const result = turn.then(() => render(url, renderOptions));
      turn = result.catch(() => undefined);
      return result;
    },
    close: () => end('The service is stopping.'),
  };
}

function faultOf(error: unknown, url: string, isLate: boolean): ConnectorFault {
  if (error instanceof ConnectorFault) return error;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new ConnectorFault('settings', 'The Chromium that `CHROMIUM` names does not exist.', {
      cause: error,
    });
  return new ConnectorFault(
    isLate ? 'untrusted' : 'unavailable',
    isLate
      ? `${nameOfUrl(url)} keeps a browser busy for too long.`
      : `${nameOfUrl(url)} could not be opened in Chromium.`,
    { cause: error },
  );
}
