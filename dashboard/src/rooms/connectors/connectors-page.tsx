import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { AddButton } from '#shared/components/button.tsx';
import { Empty, Failure, LoadingRows, PAGE, Page } from '#shared/components/page.tsx';
import { ForAdmins } from '#shared/components/settings-page.tsx';
import { When } from '#shared/components/when.tsx';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { AddConnector } from './add-connector.tsx';
import { type Connector, connectorsQuery, lastRunQuery } from './connector-queries.ts';
import { ConnectorState, RunCounts, RunProgress } from './connector-state.tsx';
import { kindOf } from './kinds.ts';

const words = rooms.connectors;

export function ConnectorsPage() {
  const { workspace } = useAccount();
  if (canManage(workspace.role)) return <Connectors />;
  return (
    <div className={PAGE}>
      <ForAdmins title={words.title}>{null}</ForAdmins>
    </div>
  );
}

function Connectors() {
  const { add } = useSearch({ from: '/inside/sources/connectors' });
  const navigate = useNavigate({ from: '/sources/connectors' });
  const change = (to: string | undefined, replace = true): void =>
    void navigate({ search: to === undefined ? {} : { add: to }, replace });
  const { data, isPending, error, refetch } = useQuery(connectorsQuery);
  const button = <AddButton label={words.add} onClick={() => change('any', false)} />;
  return (
    <Page title={words.title} about={words.about} actions={data?.length === 0 ? undefined : button}>
      {isPending && <LoadingRows height={84} rows={4} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          {data.length === 0 && (
            <Empty
              icon={Plug}
              guide="connectors"
              title={words.empty}
              about={words.emptyAbout}
              action={button}
            />
          )}
          <ul>
            {data.map((connector) => (
              <ConnectorRow key={connector.id} connector={connector} />
            ))}
          </ul>
        </div>
      )}
      {add !== undefined && (
        <AddConnector
          kind={add === 'any' ? undefined : add}
          choose={(kind) => change(kind ?? 'any')}
          close={() => change(undefined)}
        />
      )}
    </Page>
  );
}

function ConnectorRow({ connector }: { connector: Connector }) {
  const { id, name, kind, state, knowledge_base_id, last_synced_at, next_sync_at } = connector;
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const { data: run } = useQuery(lastRunQuery(connector));
  const { icon: Icon, name: kindName } = kindOf(kind);
  const base = bases.find((each) => each.id === knowledge_base_id);
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-3 last:border-b-0 hover:bg-sunken/60">
      <span className="mt-0.5 grid size-8 place-items-center rounded-control border border-line bg-ground text-quiet">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="grid min-w-0 gap-1">
        <div className="flex items-center justify-between gap-3">
          <Link
            to="/sources/connectors/$id"
            params={{ id }}
            dir="auto"
            className="min-w-0 truncate py-px font-medium after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
          <ConnectorState state={state} />
        </div>
        <p className="flex flex-wrap gap-x-3 text-small text-quiet">
          <span>{kindName}</span>
          {base && (
            <bdi className="min-w-0 [overflow-wrap:anywhere]">
              {words.knowledgeBase}: {base.name}
            </bdi>
          )}
          {last_synced_at && (
            <span>
              {words.lastRun}: <When at={last_synced_at} />
            </span>
          )}
          {next_sync_at && (
            <span>
              {words.nextRun}: <When at={next_sync_at} />
            </span>
          )}
        </p>
        {run && (
          <p className="text-small text-quiet">
            <RunCounts run={run} />
          </p>
        )}
        {connector.error && state !== 'syncing' && state !== 'pending' && (
          <p
            dir="auto"
            className={`text-small [overflow-wrap:anywhere] ${state === 'needs_attention' ? 'text-bad' : 'text-warning'}`}
          >
            {connector.error.message}
          </p>
        )}
        {state === 'syncing' && run && <RunProgress run={run} name={name} />}
      </div>
    </li>
  );
}
