import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import type { Workspace as WorkspaceSchema } from '../../../server/src/workspace/schema.ts';
import { reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure, Loading, Panel } from '../components/page.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { When } from '../components/when.tsx';
import { LIMITS } from '../limits.ts';
import { settings } from '../strings/settings.ts';
import { text } from '../strings.ts';
import { canManage, useAccount } from '../use-account.ts';
import { Fact, Facts } from './facts.tsx';
import { EnvironmentBadge, SettingsPage } from './settings-page.tsx';
import { Workspaces } from './workspaces.tsx';

const words = settings.workspace;

type Workspace = z.infer<typeof WorkspaceSchema>;

const workspaceQuery = {
  queryKey: ['workspace'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request<Workspace>('GET', '/v1/workspace', undefined, signal),
};

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
          <NameForm workspace={data} />
        </div>
      )}
    </Panel>
  );
}

function NameForm({ workspace }: { workspace: Workspace }) {
  const [name, setName] = useState(workspace.name);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => request<Workspace>('PATCH', '/v1/workspace', { name: name.trim() }),
    onSuccess: async (saved) => {
      setName(saved.name);
      queryClient.setQueryData(['workspace'], saved);
      tell(text.common.saved);
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['name']);
  const isDirty = name !== workspace.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="grid max-w-md gap-4" onSubmit={submit}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {rest && <Failure error={rest} />}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        disabled={!isDirty}
        isBusy={save.isPending}
      >
        {text.common.save}
      </Button>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
    </form>
  );
}
