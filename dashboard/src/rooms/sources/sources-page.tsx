import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { useFileBytes } from '#shared/api/limits.ts';
import { AddButton } from '#shared/components/button.tsx';
import { Page } from '#shared/components/page.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { DropAnywhere } from '#shared/sources/drop-anywhere.tsx';
import { SourceTable } from '#shared/sources/list/source-table.tsx';
import { filtersOf, type SourceSearch } from '#shared/sources/source-search.ts';
import { uploads } from '#shared/sources/uploads.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { RunningCrawls } from './running-crawls.tsx';
import { SourceViews } from './source-views.tsx';

const words = rooms.sources;

const AddSourceDialog = lazyPart(() => import('./adding/add-source-dialog.tsx'), 'AddSourceDialog');

export function SourcesPage() {
  const search = useSearch({ from: '/inside/sources' });
  const { add, name } = search;
  const filters = useMemo(() => filtersOf(search), [search]);
  const navigate = useNavigate({ from: '/sources' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const fileBytes = useFileBytes();
  const defaultBase = knowledgeBases[0];
  const into = knowledgeBases.find(({ id }) => id === filters.knowledge_base) ?? defaultBase;

  const changeSearch = useCallback(
    (change: Partial<Record<keyof SourceSearch, unknown>>, isStep = false) =>
      navigate({ search: (before) => ({ ...before, ...change }) as never, replace: !isStep }),
    [navigate],
  );
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <AddButton
          label={words.add}
          isAllowed={isWriter}
          onClick={() => changeSearch({ add: 'file' }, true)}
        />
      }
    >
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      <RunningCrawls />
      <SourceViews filters={filters} viewId={search.saved} />
      <SourceTable filters={filters} change={changeSearch} add={() => changeSearch({ add: 'file' }, true)} />
      {isWriter && add !== 'file' && (
        <DropAnywhere
          into={into?.name ?? ''}
          take={(files) =>
            uploads.add(files, { knowledgeBaseId: filters.knowledge_base, tags: [] }, fileBytes)
          }
        />
      )}
      {isWriter && add && (
        <Suspense>
          <AddSourceDialog
            way={add}
            name={name}
            knowledgeBaseId={filters.knowledge_base}
            choose={(way) => changeSearch({ add: way })}
            close={() => changeSearch({ add: undefined, name: undefined })}
          />
        </Suspense>
      )}
    </Page>
  );
}
