import { Link, Outlet, useRouter } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
  ChartLine,
  CircleHelp,
  FileText,
  Menu,
  MessagesSquare,
  Search,
  Settings,
} from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { text } from '#shared/strings/text.ts';
import { AccountTrigger } from './account-trigger.tsx';
import { Connection } from './connection.tsx';

type Entry = { to: string; label: string; icon: ComponentType<{ className?: string }> };

const ENTRIES: Entry[] = [
  { to: '/', label: text.common.nav.overview, icon: ChartLine },
  { to: '/sources', label: text.common.nav.sources, icon: FileText },
  { to: '/knowledge-bases', label: text.common.nav.knowledgeBases, icon: BookOpen },
  { to: '/agents', label: text.common.nav.agents, icon: Bot },
  { to: '/playground', label: text.common.nav.playground, icon: Search },
  { to: '/conversations', label: text.common.nav.conversations, icon: MessagesSquare },
  { to: '/gaps', label: text.common.nav.gaps, icon: CircleHelp },
  { to: '/settings', label: text.common.nav.settings, icon: Settings },
];

/** The layout around every page that needs a sign-in. */
export function Shell() {
  const { environment } = useAccount();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const router = useRouter();
  // Navigation from the account menu closes it too.
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && setMenuOpen(false)),
    [router],
  );
  return (
    <div className="grid min-h-dvh grid-rows-[auto_auto_1fr] md:grid-cols-[14rem_1fr] md:grid-rows-[auto_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50 focus:bg-panel focus:p-2"
      >
        {text.common.skipToContent}
      </a>
      <div className="md:col-span-2">
        {environment === 'sandbox' && <SandboxBanner />}
        <Connection />
      </div>
      <aside className="border-b border-line bg-panel md:border-e md:border-b-0">
        <div className="md:sticky md:top-0 md:max-h-dvh md:overflow-y-auto">
          <div className="flex items-center justify-between gap-2 px-4 py-3">
            <Link to="/" className="text-title font-semibold">
              {text.common.product}
            </Link>
            <Button
              look="quiet"
              className="md:hidden"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(!isMenuOpen)}
            >
              <Menu aria-hidden className="size-4" />
              {text.common.menu}
            </Button>
          </div>
          <div className={`${isMenuOpen ? 'grid' : 'hidden'} gap-4 px-2 pb-3 md:grid`}>
            <nav aria-label={text.common.nav.label}>
              <ul className="grid gap-0.5">
                {ENTRIES.map(({ to, label, icon: Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      activeOptions={{ exact: to === '/' }}
                      onClick={() => setMenuOpen(false)}
                      className="flex min-h-9 items-center gap-2 rounded-control px-2 text-quiet hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-ground aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
                    >
                      <Icon aria-hidden className="size-4" />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <AccountButton />
          </div>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <Outlet />
      </main>
    </div>
  );
}

function SandboxBanner() {
  const { base_urls } = useAccount();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 bg-warning-ground px-4 py-1.5 text-center text-small font-medium text-warning">
      {text.common.sandboxBanner}
      <a href={base_urls.live} className="inline-flex min-h-6 items-center underline">
        {text.common.liveAddress}
      </a>
    </p>
  );
}

const AccountMenu = lazyPart(() => import('./account-menu.tsx'), 'AccountMenu');

/** Loads the menu on hover or click, to keep the first page small. */
function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <AccountTrigger
      aria-haspopup="menu"
      onPointerEnter={() => void import('./account-menu.tsx')}
      onClick={() => setWanted(true)}
    />
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <AccountMenu />
    </Suspense>
  ) : (
    button
  );
}
