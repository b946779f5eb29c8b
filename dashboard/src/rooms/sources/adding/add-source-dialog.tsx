import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { useFileBytes } from '#shared/api/limits.ts';
import { Dialog } from '#shared/components/dialog.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { formatBytes } from '#shared/format.ts';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { ChooseFiles } from '#shared/sources/choose-files.tsx';
import { DropAnywhere } from '#shared/sources/drop-anywhere.tsx';
import { WAYS } from '#shared/sources/source-search.ts';
import { TextForm } from '#shared/sources/text-form.tsx';
import { uploads } from '#shared/sources/uploads.ts';
import { type Place, WhereTo } from '#shared/sources/where-to.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { CrawlForm } from './crawl-form.tsx';
import { UrlForm } from './url-form.tsx';

const words = text.addSources;

type Way = (typeof WAYS)[number];

/** The tabs for adding sources. Knowledge base and tags stay when the tab changes. */
export function AddSourceDialog({
  way,
  choose,
  name,
  knowledgeBaseId,
  close,
}: {
  way: Way;
  choose: (way: Way) => void;
  /** The initial name of a text. */
  name?: string | undefined;
  knowledgeBaseId: string | undefined;
  close: () => void;
}) {
  const [place, setPlace] = useState<Place>({ knowledgeBaseId, tags: [] });
  const shared = { place, changePlace: setPlace };
  return (
    <Dialog isOpen close={close} title={words.adding.title}>
      <Tabs
        label={words.adding.title}
        value={way}
        choose={choose}
        tabs={WAYS.map((each) => ({ value: each, label: words.adding.ways[each] }))}
      >
        {way === 'file' && <FilesForm {...shared} done={close} />}
        {way === 'text' && <TextForm {...shared} {...(name !== undefined && { name })} done={close} />}
        {way === 'url' && <UrlForm {...shared} done={close} />}
        {way === 'crawl' && <CrawlForm {...shared} />}
      </Tabs>
      <ToConnectors />
    </Dialog>
  );
}

/** For places that change: what is added here is read once. */
function ToConnectors() {
  const { workspace } = useAccount();
  if (!canManage(workspace.role)) return null;
  return (
    <p className="border-t border-line pt-3 text-small text-quiet">
      {rooms.connectors.fromSources}{' '}
      <Link
        to="/sources/connectors"
        search={{ add: 'any' }}
        className="font-medium text-accent-ink underline-offset-2 hover:underline"
      >
        {rooms.connectors.fromSourcesLink}
      </Link>
    </p>
  );
}

function FilesForm({
  place,
  changePlace,
  done,
}: {
  place: Place;
  changePlace: (place: Place) => void;
  done: () => void;
}) {
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const fileBytes = useFileBytes();
  const into = knowledgeBases.find(({ id }) => id === place.knowledgeBaseId) ?? knowledgeBases[0];
  const take = (files: File[]): void => {
    uploads.add(files, place, fileBytes);
    done();
  };
  return (
    <div className="grid gap-4">
      <DropAnywhere into={into?.name ?? ''} take={take} />
      <ChooseFiles
        label={words.adding.chooseFiles}
        hint={
          fileBytes === undefined
            ? words.adding.filesHint
            : words.adding.filesHintWithLimit({ limit: formatBytes(fileBytes) })
        }
        take={take}
      />
      <WhereTo place={place} change={changePlace} />
    </div>
  );
}
