import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  activityQuery,
  type KnowledgeBase,
  knowledgeBasesQuery,
} from '#shared/api/knowledge-base-queries.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { buttonLook } from '#shared/components/button.tsx';
import { Empty, Failure, Loading, PAGE } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { BaseAgents } from './base-agents.tsx';
import { BaseFigures } from './base-figures.tsx';
import { BaseModel } from './base-model.tsx';
import { BaseSearch } from './base-search.tsx';
import { BaseSettings } from './base-settings.tsx';
import { BaseSources } from './base-sources.tsx';
import { BASE_TABS } from './base-view.ts';

const words = rooms.knowledgeBases;

export function KnowledgeBasePage() {
  const { id } = useParams({ from: '/inside/knowledge-bases/$id' });
  const { data, isPending, error, refetch } = useQuery(knowledgeBasesQuery);
  const base = data?.find((each) => each.id === id);
  useSourceChanges();
  return (
    <div className={`${PAGE} grid gap-4`}>
      <BackLink to="/knowledge-bases" label={words.title} />
      {isPending && <Loading lines={10} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && !base && <Empty title={words.gone} about={words.goneAbout} />}
      {base && <BaseDetail key={base.id} base={base} />}
    </div>
  );
}

function BaseDetail({ base }: { base: KnowledgeBase }) {
  useTitle(base.name);
  const { tab = 'sources', q = '' } = useSearch({ from: '/inside/knowledge-bases/$id' });
  const navigate = useNavigate({ from: '/knowledge-bases/$id' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data: activity } = useQuery(activityQuery);
  return (
    <>
      <header className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2">
            <h1 dir="auto" className="text-display font-semibold [overflow-wrap:anywhere]">
              {base.name}
            </h1>
            {base.is_default && base.name !== words.default && (
              <span {...explain(words.defaultAbout)}>
                <Badge tone="accent">{words.default}</Badge>
              </span>
            )}
          </div>
          {isWriter && (
            <Link
              to="/sources"
              search={{ knowledge_base: base.id, add: 'file' }}
              className={buttonLook('primary')}
            >
              {words.add}
            </Link>
          )}
        </div>
        {base.description && (
          <p dir="auto" className="max-w-prose break-words whitespace-pre-line text-quiet">
            {base.description}
          </p>
        )}
        <BaseFigures base={base} activity={activity?.get(base.id)} />
      </header>
      <Tabs
        label={words.tabsLabel}
        value={tab}
        choose={(chosen) =>
          void navigate({ search: (before) => ({ ...before, tab: chosen }), replace: true })
        }
        tabs={BASE_TABS.filter((value) => isWriter || value !== 'settings').map((value) => ({
          value,
          label: words.tabs[value],
        }))}
      >
        {tab === 'sources' && <BaseSources base={base} />}
        {tab === 'agents' && <BaseAgents base={base} />}
        {tab === 'search' && (
          <BaseSearch
            base={base}
            q={q}
            change={(typed) =>
              void navigate({ search: { tab: 'search', ...(typed !== '' && { q: typed }) }, replace: true })
            }
          />
        )}
        {tab === 'model' && <BaseModel base={base} />}
        {tab === 'settings' && isWriter && <BaseSettings base={base} />}
      </Tabs>
    </>
  );
}
