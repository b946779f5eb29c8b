import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Workspace as WorkspaceSchema } from '#server/workspace/schema.ts';
import { request } from '#shared/api/request.ts';
import { Fact, Facts } from '#shared/components/facts.tsx';
import { NameForm } from '#shared/components/name-form.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { EnvironmentBadge, SettingsPage } from '#shared/components/settings-page.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { When } from '#shared/components/when.tsx';
import { accountQuery, canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { TokenBudgetForm } from './token-budget-form.tsx';
import { Workspaces } from './workspaces.tsx';

const { settings } = rooms;
const { tokenBudgets } = rooms;

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
      {canManage(workspace.role) && (
        <>
          <ThisWorkspace />
          <Budget />
        </>
      )}
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
            version={data.updated_at}
            label={words.name}
            hint={words.nameHint}
            queryKeys={[workspaceQuery.queryKey, accountQuery.queryKey]}
          />
          <MembersMayPublish workspace={data} />
        </div>
      )}
    </Panel>
  );
}

function MembersMayPublish({ workspace }: { workspace: Workspace }) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const change = useMutation({
    mutationFn: (members_may_publish: boolean) =>
      request<Workspace>('PATCH', '/v1/workspace', { members_may_publish }),
    onSuccess: (saved) => {
      queryClient.setQueryData(workspaceQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      tell(text.common.saved);
    },
    onError: (error) => tell(error.message, 'bad'),
  });
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <p className="font-medium">{words.publish}</p>
      <p className="max-w-prose text-small text-quiet">{words.publishAbout}</p>
      <Switch
        label={words.publish}
        words={words.publishWords}
        isOn={workspace.members_may_publish}
        disabled={change.isPending}
        change={(isOn) => change.mutate(isOn)}
      />
    </div>
  );
}

function Budget() {
  const { data } = useQuery(workspaceQuery);
  return (
    data && (
      <Panel title={tokenBudgets.title}>
        <TokenBudgetForm id={data.id} budget={data.token_budget} version={data.updated_at} />
      </Panel>
    )
  );
}
