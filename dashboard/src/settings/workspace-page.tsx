import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Workspace as WorkspaceSchema } from '../../../server/src/workspace/schema.ts';
import { request } from '../api.ts';
import { Failure, Loading, Panel } from '../components/page.tsx';
import { When } from '../components/when.tsx';
import { settings } from '../strings/settings.ts';
import { accountQuery, canManage, useAccount } from '../use-account.ts';
import { Fact, Facts } from './facts.tsx';
import { NameForm } from './name-form.tsx';
import { EnvironmentBadge, SettingsPage } from './settings-page.tsx';
import { Workspaces } from './workspaces.tsx';

const words = settings.workspace;

type Workspace = z.infer<typeof WorkspaceSchema>;

const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: ({ signal }) => request<Workspace>('GET', '/v1/workspace', undefined, signal),
});

export function WorkspacePage() {
  const { workspace } = useAccount();
  return (
    <SettingsPage title={words.title} about={words.about}>
      {canManage(workspace.role) && <ThisWorkspace />}
      <Workspaces />
    </SettingsPage>
  );
}

function ThisWorkspace() {
  const { data, isPending, error, refetch } = useQuery(workspaceQuery);
  return (
    <Panel title={words.details}>
      {isPending && <Loading lines={4} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className="grid gap-5">
          <Facts>
            <Fact name={words.environment}>
              <EnvironmentBadge environment={data.environment} />
            </Fact>
            <Fact name={words.id}>
              <code className="font-mono text-small">{data.id}</code>
            </Fact>
            <Fact name={words.created}>
              <When at={data.created_at} />
            </Fact>
          </Facts>
          <NameForm
            path="/v1/workspace"
            name={data.name}
            label={words.name}
            hint={words.nameHint}
            queryKeys={[workspaceQuery.queryKey, accountQuery.queryKey]}
          />
        </div>
      )}
    </Panel>
  );
}
