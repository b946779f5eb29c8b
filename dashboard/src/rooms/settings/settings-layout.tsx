import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PAGE } from '#shared/components/page.tsx';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.settings;

/** The pages in groups. Admin pages are hidden from others, who cannot read them. */
const GROUPS = [
  {
    label: words.nav.groups.workspace,
    parts: [
      { to: '/settings/workspace', label: words.nav.workspace },
      { to: '/settings/members', label: words.nav.members, isForAdmins: true },
      { to: '/settings/models', label: words.nav.models, isForAdmins: true },
      { to: '/settings/data', label: words.nav.data, isForAdmins: true },
      { to: '/settings/audit-log', label: words.nav.auditLog, isForAdmins: true },
    ],
  },
  {
    label: words.nav.groups.developers,
    parts: [
      { to: '/settings/api-keys', label: words.nav.apiKeys, isForAdmins: true },
      { to: '/settings/webhooks', label: words.nav.webhooks, isForAdmins: true },
      { to: '/settings/usage', label: words.nav.usage, isForAdmins: true },
      { to: '/settings/events', label: words.nav.events, isForAdmins: true },
      { to: '/settings/limits', label: words.nav.limits },
    ],
  },
  {
    label: words.nav.groups.you,
    parts: [
      { to: '/settings/profile', label: words.nav.profile },
      { to: '/settings/security', label: words.nav.security },
      { to: '/settings/appearance', label: words.nav.appearance },
    ],
  },
] as const;

/** The settings pages with their menu; on narrow screens it is a row that scrolls. */
export const SettingsLayout = () => (
  <div
    className={`${PAGE} grid max-w-6xl grid-cols-[minmax(0,1fr)] content-start gap-x-10 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]`}
  >
    <SettingsNavigation />
    <Outlet />
  </div>
);

function SettingsNavigation() {
  const { workspace } = useAccount();
  const isManager = canManage(workspace.role);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolls the menu to the open page. scrollIntoView would move the whole page too.
    const open = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - row.current.clientWidth / 3;
  }, []);
  return (
    <nav aria-label={words.nav.label} className="min-w-0 lg:pt-1">
      <div
        ref={row}
        className="relative flex gap-1 overflow-x-auto border-b border-line p-1 lg:sticky lg:top-5 lg:grid lg:gap-4 lg:overflow-visible lg:border-b-0 lg:p-0"
      >
        {GROUPS.map(({ label, parts }) => (
          <div key={label} className="shrink-0 lg:grid lg:gap-0.5">
            <p className="hidden px-2.5 pb-0.5 text-small font-medium text-quiet lg:block">{label}</p>
            <ul aria-label={label} className="flex gap-1 lg:grid lg:gap-0.5">
              {parts
                .filter((part) => isManager || !('isForAdmins' in part))
                .map((part) => (
                  <li key={part.to} className="shrink-0">
                    <Link
                      to={part.to}
                      className="flex min-h-8 items-center rounded-control px-2.5 text-body whitespace-nowrap text-quiet hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink"
                    >
                      {part.label}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
