import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { settings as words } from '#shared/strings/settings.ts';
import { Badge } from './badge.tsx';
import { Empty, PageHead, type PageProps } from './page.tsx';

/** A settings page with its head. */
export const SettingsPage = ({ children, ...head }: PageProps) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
    <PageHead {...head} />
    {children}
  </div>
);

/** A page that only owners and admins may see. */
export function ForAdmins({ title, children }: { title: string; children: ReactNode }) {
  const { workspace } = useAccount();
  if (canManage(workspace.role)) return children;
  return (
    <SettingsPage title={title}>
      <div className="rounded-panel border border-line bg-panel shadow-panel">
        <Empty
          icon={Lock}
          title={words.adminsOnly}
          about={words.adminsOnlyAbout(words.roles[workspace.role])}
        />
      </div>
    </SettingsPage>
  );
}

/** Live or sandbox. */
export const EnvironmentBadge = ({ environment }: { environment: 'live' | 'sandbox' }) => (
  <Badge tone={environment === 'live' ? 'good' : 'warning'}>{words.environments[environment]}</Badge>
);
