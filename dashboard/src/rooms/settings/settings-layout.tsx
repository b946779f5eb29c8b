import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.settings;

/** The pages in order. Admin pages are hidden from others, who cannot read them. */
const PARTS = [
  { to: '/settings/workspace', label: words.nav.workspace },
  { to: '/settings/members', label: words.nav.members, isForAdmins: true },
  { to: '/settings/api-keys', label: words.nav.apiKeys, isForAdmins: true },
  { to: '/settings/webhooks', label: words.nav.webhooks, isForAdmins: true },
  { to: '/settings/usage', label: words.nav.usage, isForAdmins: true },
  { to: '/settings/limits', label: words.nav.limits },
  { to: '/settings/audit-log', label: words.nav.auditLog, isForAdmins: true },
  { to: '/settings/models', label: words.nav.models, isForAdmins: true },
  { to: '/settings/export', label: words.nav.export, isForAdmins: true },
  { to: '/settings/account', label: words.nav.account },
] as const;

/** The settings pages with their menu; on narrow screens it is a row that scrolls. */
export const SettingsLayout = () => (
  <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-5 px-4 py-6 sm:px-6 lg:grid-cols-[10rem_minmax(0,1fr)]">
    <SettingsNavigation />
    <Outlet />
  </div>
);

function SettingsNavigation() {
  const { workspace } = useAccount();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Scrolls the menu to the open page. scrollIntoView would move the whole page too.
    const open = list.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (list.current && open) list.current.scrollLeft = open.offsetLeft - list.current.clientWidth / 3;
  }, []);
  return (
    <nav aria-label={words.nav.label} className="min-w-0 lg:pt-1.5">
      <ul
        ref={list}
        className="relative flex gap-1 overflow-x-auto border-b border-line p-1 lg:sticky lg:top-6 lg:grid lg:gap-0.5 lg:overflow-visible lg:border-b-0 lg:p-0"
      >
        {PARTS.filter((part) => canManage(workspace.role) || !('isForAdmins' in part)).map(
          ({ to, label }) => (
            <li key={to} className="shrink-0">
              <Link
                to={to}
                className="flex min-h-9 items-center rounded-control px-2.5 whitespace-nowrap text-quiet hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-ground aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
              >
                {label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
