import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { knowledgeBasesQuery } from '../../knowledge-bases/knowledge-base-queries.ts';
import { sources as words } from '../../strings/sources.ts';
import { DropAnywhere } from '../drop-anywhere.tsx';
import { WAYS } from '../source-search.ts';
import { uploads } from '../uploads.ts';
import { CrawlForm } from './crawl-form.tsx';
import { TextForm } from './text-form.tsx';
import { UrlForm } from './url-form.tsx';
import { type Place, WhereTo } from './where-to.tsx';

type Way = (typeof WAYS)[number];

/** The ways in which content comes in. What is chosen about the place stays while one goes from way to way. */
export function AddSourceDialog({
  way,
  choose,
  name,
  knowledgeBaseId,
  close,
}: {
  way: Way;
  choose: (way: Way) => void;
  /** That a text begins with. */
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
    </Dialog>
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
  const into = knowledgeBases.find(({ id }) => id === place.knowledgeBaseId) ?? knowledgeBases[0];
  const take = (files: File[]): void => {
    uploads.add(files, place);
    done();
  };
  return (
    <div className="grid gap-4">
      <DropAnywhere into={into?.name ?? ''} take={take} />
      <label className="grid cursor-pointer justify-items-center gap-1 rounded-panel border border-dashed border-strong-line px-4 py-6 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-sunken">
        <Upload aria-hidden className="size-5 text-quiet" />
        <span className="font-medium text-accent-ink underline">{words.adding.chooseFiles}</span>
        <span className="max-w-prose text-small text-quiet">{words.adding.filesHint}</span>
        <input
          type="file"
          multiple
          className="sr-only"
          onChange={(event) => take([...(event.target.files ?? [])])}
        />
      </label>
      <WhereTo place={place} change={changePlace} />
    </div>
  );
}
