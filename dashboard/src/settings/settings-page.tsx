import type { ReactNode } from 'react';
import { Badge } from '../components/badge.tsx';
import { Empty } from '../components/page.tsx';
import { useTitle } from '../components/use-title.ts';
import { settings as words } from '../strings/settings.ts';
import { canManage, useAccount } from '../use-account.ts';

type SettingsPageProps = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode };

/** The head of a part of the settings and what stands under it. */
export function SettingsPage({ title, about, actions, children }: SettingsPageProps) {
  useTitle(title);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <h1 className="text-display font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {about && <p className="max-w-prose text-quiet">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The content of a page that the service shows to owners and admins alone. */
export function ForAdmins({ title, children }: { title: string; children: ReactNode }) {
  const { workspace } = useAccount();
  if (canManage(workspace.role)) return children;
  return (
    <SettingsPage title={title}>
      <div className="rounded-panel border border-line bg-panel">
        <Empty title={words.adminsOnly} about={words.adminsOnlyAbout(words.roles[workspace.role])} />
      </div>
    </SettingsPage>
  );
}

/** Live or sandbox, as it is called everywhere. */
export const EnvironmentBadge = ({ environment }: { environment: 'live' | 'sandbox' }) => (
  <Badge tone={environment === 'live' ? 'accent' : 'warning'}>{words.environments[environment]}</Badge>
);
