import type { ReactNode } from 'react';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { settings as words } from '#shared/strings/settings.ts';
import { Badge } from './badge.tsx';
import { Empty, PageHead, type PageProps } from './page.tsx';

/** The head of a part of the settings and what stands under it. */
export const SettingsPage = ({ children, ...head }: PageProps) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
    <PageHead {...head} />
    {children}
  </div>
);

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
