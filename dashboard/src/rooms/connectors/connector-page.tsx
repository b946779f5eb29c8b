import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { isGone } from '#shared/api/request.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading, PAGE, Panel } from '#shared/components/page.tsx';
import { ForAdmins } from '#shared/components/settings-page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { When } from '#shared/components/when.tsx';
import { formatDuration } from '#shared/format.ts';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ConnectorActions } from './connector-actions.tsx';
import { ConnectorDocuments } from './connector-documents.tsx';
import { ConnectorFacts } from './connector-facts.tsx';
import {
  type Connector,
  type ConnectorRun,
  connectorQuery,
  lastRunQuery,
  runsQuery,
} from './connector-queries.ts';
import { TABS } from './connector-search.ts';
import { ConnectorState, ConnectorTrouble, RunCounts, RunProgress } from './connector-state.tsx';
import { kindOf } from './kinds.ts';

const words = rooms.connectors;

export function ConnectorPage() {
  const { workspace } = useAccount();
  return (
    <div className={`${PAGE} grid gap-4`}>
      {canManage(workspace.role) ? <OneConnector /> : <ForAdmins title={words.title}>{null}</ForAdmins>}
    </div>
  );
}

function OneConnector() {
  const { id } = useParams({ from: '/inside/sources/connectors/$id' });
  const { data, error, isPending, refetch } = useQuery(connectorQuery(id));
  return (
    <>
      <BackLink to="/sources/connectors" label={words.back} />
      {isPending && <Loading lines={8} />}
      {error &&
        !data &&
        (isGone(error) ? (
          <Empty title={words.gone} about={words.goneAbout} />
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        ))}
      {data && <ConnectorDetail connector={data.data} version={data.version} />}
    </>
  );
}

function ConnectorDetail({ connector, version }: { connector: Connector; version: string | undefined }) {
  useTitle(connector.name);
  const { view = 'runs' } = useSearch({ from: '/inside/sources/connectors/$id' });
  const navigate = useNavigate({ from: '/sources/connectors/$id' });
  const { data: run } = useQuery(lastRunQuery(connector));
  return (
    <>
      <Head connector={connector} version={version} />
      <ConnectorTrouble connector={connector} />
      {connector.state === 'syncing' && run?.outcome === 'running' && (
        <div role="status" className="grid gap-2 text-small text-quiet">
          <RunCounts run={run} />
          <RunProgress run={run} name={connector.name} />
        </div>
      )}
      <Tabs
        label={connector.name}
        value={view}
        choose={(next) => void navigate({ search: { view: next }, replace: true })}
        tabs={TABS.map((value) => ({ value, label: words.tabs[value] }))}
      >
        {view === 'runs' && <Runs connector={connector} />}
        {view === 'documents' && <ConnectorDocuments connector={connector} />}
        {view === 'settings' && <ConnectorFacts connector={connector} />}
      </Tabs>
    </>
  );
}

function Head({ connector, version }: { connector: Connector; version: string | undefined }) {
  const { name, kind, state, knowledge_base_id, last_synced_at, next_sync_at } = connector;
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const { icon: Icon, name: kindName } = kindOf(kind);
  const base = bases.find((each) => each.id === knowledge_base_id);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-control border border-line bg-panel text-quiet shadow-panel">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="text-display font-semibold [overflow-wrap:anywhere]">
            {name}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet">
            <ConnectorState state={state} />
            <span>{kindName}</span>
            {base && <bdi>{base.name}</bdi>}
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
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ConnectorActions connector={connector} version={version} />
      </div>
    </header>
  );
}

const OUTCOMES: Record<ConnectorRun['outcome'], Tone> = {
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

/** The runs, newest first. */
function Runs({ connector }: { connector: Connector }) {
  const list = useInfiniteQuery(runsQuery(connector));
  const { data, isPending, error, refetch } = list;
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel>
      {isPending && <Loading lines={4} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && runs.length === 0 && <Empty title={words.noRuns} about={words.noRunsAbout} />}
      <ul className="-m-4">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      <LoadMore list={list} />
    </Panel>
  );
}

const RunRow = ({ run }: { run: ConnectorRun }) => (
  <li className="grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Badge tone={OUTCOMES[run.outcome]}>{words.outcome[run.outcome]}</Badge>
      <span className="flex flex-wrap gap-x-3 text-small text-quiet">
        {run.ended_at && <span>{formatDuration(Date.parse(run.ended_at) - Date.parse(run.started_at))}</span>}
        <When at={run.started_at} />
      </span>
    </div>
    <p className="text-small text-quiet">
      <RunCounts run={run} />
    </p>
    {run.error && (
      <p dir="auto" className="text-small text-bad [overflow-wrap:anywhere]">
        {run.error.message}
      </p>
    )}
  </li>
);
