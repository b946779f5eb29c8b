import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Agent, PublishableToken } from '#shared/api/agent.ts';
import { tokensPath, tokensQuery } from '#shared/api/agent-queries.ts';
import { request } from '#shared/api/request.ts';
import { Button, IconButton } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { CopyLine } from '#shared/components/copy-line.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Empty, Failure, Loading, Panel } from '#shared/components/page.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { When } from '#shared/components/when.tsx';
import { formatList } from '#shared/format.ts';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { TokenDialog } from './token-dialog.tsx';
import { WidgetDesigner } from './widget-designer.tsx';

const words = rooms.agents;

/** The tokens of chat widgets, each with its line of HTML. */
export function WidgetPanel({ agent, isWriter }: { agent: Agent; isWriter: boolean }) {
  const { data, isPending, error, refetch } = useQuery(tokensQuery(agent.id));
  const { workspace } = useAccount();
  const mayPublish = isWriter && (canManage(workspace.role) || workspace.members_may_publish);
  const [edited, setEdited] = useState<PublishableToken | 'new'>();
  const [removing, setRemoving] = useState<PublishableToken>();
  const createButton = (
    <Button
      disabled={!mayPublish}
      about={mayPublish ? undefined : isWriter ? words.widget.adminsPublish : text.common.readOnly}
      onClick={() => setEdited('new')}
    >
      <Plus aria-hidden className="size-4" />
      {words.widget.create}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <WidgetDesigner
        agent={agent}
        mayChange={mayPublish || (isWriter && data?.every(({ enabled }) => !enabled) === true)}
      />
      <Panel title={words.widget.title} actions={data && data.length > 0 && createButton}>
        <div className="grid gap-4">
          <p className="max-w-prose text-quiet">{words.widget.about}</p>
          {isWriter && !mayPublish && <p className="max-w-prose text-quiet">{words.widget.adminsPublish}</p>}
          {isPending && <Loading lines={4} />}
          {error && !data && <Failure error={error} retry={() => void refetch()} />}
          {data?.length === 0 && (
            <Empty
              icon={MessageCircle}
              guide="widget"
              title={words.widget.empty}
              about={words.widget.emptyAbout}
              action={createButton}
            />
          )}
          {data && data.length > 0 && (
            <ul aria-label={words.widget.title} className="grid gap-4">
              {data.map((token) => (
                <TokenItem
                  key={token.id}
                  agent={agent}
                  token={token}
                  isWriter={isWriter}
                  mayPublish={mayPublish}
                  edit={() => setEdited(token)}
                  remove={() => setRemoving(token)}
                />
              ))}
            </ul>
          )}
        </div>
        {edited && (
          <TokenDialog
            agent={agent}
            token={edited === 'new' ? undefined : edited}
            close={() => setEdited(undefined)}
          />
        )}
        {removing && (
          <ConfirmDialog
            title={words.widget.deleteTitle({ name: removing.name })}
            about={words.widget.deleteAbout}
            action={text.common.delete}
            send={() => request('DELETE', `${tokensPath(agent.id)}/${removing.id}`)}
            said={words.widget.deleted({ name: removing.name })}
            stale={[tokensQuery(agent.id).queryKey]}
            close={() => setRemoving(undefined)}
          />
        )}
      </Panel>
    </div>
  );
}

function TokenItem({
  agent,
  token,
  isWriter,
  mayPublish,
  edit,
  remove,
}: {
  agent: Agent;
  token: PublishableToken;
  isWriter: boolean;
  /** Without it, a token can still be disabled and deleted. */
  mayPublish: boolean;
  edit: () => void;
  remove: () => void;
}) {
  const line = `<script src="${location.origin}/widget.js" data-token="${token.token}" async></script>`;
  return (
    <li className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{token.name}</span>
        <div className="flex items-center gap-1">
          <EnabledSwitch
            agent={agent}
            token={token}
            refusal={
              mayPublish || (isWriter && token.enabled)
                ? undefined
                : isWriter
                  ? words.widget.adminsPublish
                  : text.common.readOnly
            }
          />
          {mayPublish && (
            <IconButton icon={Pencil} label={words.widget.editOf({ name: token.name })} onClick={edit} />
          )}
          {isWriter && (
            <IconButton icon={Trash2} label={words.widget.deleteOf({ name: token.name })} onClick={remove} />
          )}
        </div>
      </div>
      <p className="text-small [overflow-wrap:anywhere]">{formatList(token.allowed_origins)}</p>
      <p className="flex flex-wrap gap-x-4 text-small text-quiet">
        <span>{words.widget.facts({ rate: token.messages_per_minute })}</span>
        <span>
          {words.widget.lastUsed} <When at={token.last_used_at} />
        </span>
      </p>
      <p className="text-small text-quiet">{words.widget.snippet}</p>
      <CopyLine value={line} label={words.widget.copySnippet} />
    </li>
  );
}

function EnabledSwitch({
  agent,
  token,
  refusal,
}: {
  agent: Agent;
  token: PublishableToken;
  /** Why it can't be changed. */
  refusal: string | undefined;
}) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const show = (shown: PublishableToken): void => {
    queryClient.setQueryData(tokensQuery(agent.id).queryKey, (all) =>
      all?.map((each) => (each.id === shown.id ? shown : each)),
    );
  };
  const enable = useMutation({
    mutationFn: (enabled: boolean) =>
      request<PublishableToken>('PATCH', `${tokensPath(agent.id)}/${token.id}`, { enabled }),
    onMutate: (enabled) => show({ ...token, enabled }),
    onSuccess: show,
    onError: (error) => {
      show(token);
      tell(error.message, 'bad');
    },
  });
  return (
    <Switch
      label={words.widget.enabledOf({ name: token.name })}
      words={{ on: words.widget.enabled, off: words.widget.disabled }}
      isOn={token.enabled}
      disabled={refusal !== undefined}
      about={refusal}
      change={(isOn) => enable.mutate(isOn)}
    />
  );
}
