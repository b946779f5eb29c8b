import { NEWS_ID } from 'virtual:news-id';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button, IconButton } from '#shared/components/button.tsx';
import { Mark } from '#shared/components/wordmark.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useMedia } from '#shared/hooks/use-media.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { useIsTrayNeeded } from '#shared/sources/tray-signal.ts';
import { store, useStored } from '#shared/stored-flag.ts';
import { text } from '#shared/strings/text.ts';
import { Connection } from './connection.tsx';
import { useKeys } from './keys.ts';
import { type Overlay, Rail, SEEN_NEWS } from './rail.tsx';
import { noteRecent } from './recent.ts';
import { EnvironmentPill } from './switcher-trigger.tsx';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');
const KeyHelp = lazyPart(() => import('./key-help.tsx'), 'KeyHelp');
const News = lazyPart(() => import('./news.tsx'), 'News');
const UploadTray = lazyPart(() => import('#shared/sources/upload-tray.tsx'), 'UploadTray');
const Drawer = lazyPart(() => import('./drawer.tsx'), 'Drawer');

/** "icons" if the menu is collapsed. */
const RAIL = 'footnote-rail';

/** The layout around every page that needs a sign-in: a menu at the side, of icons on tablets, and a drawer on phones. */
export function Shell() {
  const { environment } = useAccount();
  const isNarrow = useMedia('(max-width: 47.99rem)');
  const hasRoom = useMedia('(min-width: 64rem)');
  const isCollapsed = useStored(RAIL) === 'icons';
  const isIcon = !hasRoom || isCollapsed;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && setDrawerOpen(false)),
    [router],
  );
  useEffect(
    // The title of the page that is left, which has it by now.
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
        if (fromLocation && hrefChanged) noteRecent({ href: fromLocation.href, title: pageTitle() });
      }),
    [router],
  );
  const toggle = (): void => {
    if (hasRoom) store(RAIL, isCollapsed ? 'open' : 'icons');
    else setDrawerOpen(true);
  };
  const open = (next: Overlay): void => {
    setDrawerOpen(false);
    if (next === 'news') store(SEEN_NEWS, NEWS_ID);
    setOverlay(next);
  };
  useKeys({ openPalette: () => open('palette'), openHelp: () => open('keys'), toggleRail: toggle });
  const isTrayNeeded = useIsTrayNeeded();
  const close = (): void => setOverlay(undefined);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-control focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:bg-panel focus:p-2 focus:shadow-raised"
      >
        {text.common.skipToContent}
      </a>
      {environment === 'sandbox' && <SandboxBanner />}
      <Connection />
      <div className="flex min-w-0 flex-1 flex-col md:flex-row">
        {isNarrow ? (
          <header className="sticky top-0 z-20 flex min-h-12 items-center gap-2 border-b border-line bg-rail px-3">
            <Button
              look="quiet"
              className="px-2!"
              aria-expanded={isDrawerOpen}
              onClick={() => setDrawerOpen(true)}
            >
              <Menu aria-hidden className="size-4" />
              {text.common.menu}
            </Button>
            <Mark />
            <span className="flex-1" />
            <EnvironmentPill environment={environment} />
            <IconButton icon={Search} label={text.shell.jump} onClick={() => open('palette')} />
          </header>
        ) : (
          <aside
            className={`shrink-0 border-e border-line bg-rail transition-[width] duration-160 ${isIcon ? 'w-14' : 'w-55'}`}
          >
            <div className="sticky top-0 h-dvh overflow-hidden">
              <Rail isIcon={isIcon} toggle={toggle} open={open} />
            </div>
          </aside>
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-(--tray,0px) outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        {isDrawerOpen && (
          <Drawer close={() => setDrawerOpen(false)}>
            <Rail isIcon={false} open={open} />
          </Drawer>
        )}
        {isTrayNeeded && <UploadTray />}
        {overlay === 'palette' && <Palette close={close} />}
        {overlay === 'keys' && <KeyHelp close={close} />}
        {overlay === 'news' && <News close={close} />}
      </Suspense>
    </div>
  );
}

const pageTitle = (): string => document.title.replace(text.common.tabTitle({ page: '' }), '');

function SandboxBanner() {
  const { base_urls } = useAccount();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 bg-warning-ground px-4 py-1 text-center text-small font-medium text-warning">
      {text.common.sandboxBanner}
      <a href={base_urls.live} className="inline-flex min-h-6 items-center underline">
        {text.common.liveAddress}
      </a>
    </p>
  );
}
