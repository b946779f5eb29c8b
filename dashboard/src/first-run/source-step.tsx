import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { TextArea, TextField } from '../components/field.tsx';
import { Failure } from '../components/page.tsx';
import { Tabs } from '../components/tabs.tsx';
import { knowledgeBasesQuery } from '../knowledge-bases/knowledge-base-queries.ts';
import { reasonsOf, useAddSource } from '../sources/adding/use-add-source.ts';
import { withScheme } from '../sources/adding/with-scheme.ts';
import { DropAnywhere } from '../sources/drop-anywhere.tsx';
import { sourceListQuery } from '../sources/source-queries.ts';
import { SourceStatus } from '../sources/source-status.tsx';
import { UploadList } from '../sources/upload-list.tsx';
import { uploads, useUploads } from '../sources/uploads.ts';
import { firstRun } from '../strings/first-run.ts';

const words = firstRun.source;
const WAYS = ['file', 'text', 'url'] as const;
type Way = (typeof WAYS)[number];

/** Where everything goes that is added here. */
const PLACE = { knowledgeBaseId: undefined, tags: [] };
const SHOWN = 5;
const NAME_CHARACTERS = 60;

/** Takes a file, a text or a page, and shows how they become indexed. */
export function SourceStep() {
  const [way, setWay] = useState<Way>('file');
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const sample = useAddSource(PLACE, () => {});
  const take = (files: File[]): void => uploads.add(files, PLACE);
  return (
    <div className="grid gap-4">
      <DropAnywhere into={knowledgeBases[0]?.name ?? ''} take={take} />
      <Tabs
        label={words.waysLabel}
        value={way}
        choose={setWay}
        tabs={WAYS.map((each) => ({ value: each, label: words.ways[each] }))}
      >
        {way === 'file' && <FileField take={take} />}
        {way === 'text' && <PastedText />}
        {way === 'url' && <PageAddress />}
      </Tabs>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="text-quiet">{words.sampleAbout}</span>
        <Button
          isBusy={sample.isPending}
          onClick={() =>
            sample.mutate({ type: 'text', name: firstRun.sample.name, content: firstRun.sample.content })
          }
        >
          {words.sample}
        </Button>
      </p>
      {sample.error && <Failure error={sample.error} />}
      <UploadList />
      <RecentSources />
    </div>
  );
}

const FileField = ({ take }: { take: (files: File[]) => void }) => (
  <label className="grid cursor-pointer justify-items-center gap-1 rounded-panel border border-dashed border-strong-line px-4 py-6 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-sunken">
    <Upload aria-hidden className="size-5 text-quiet" />
    <span className="font-medium text-accent-ink underline">{words.file}</span>
    <span className="max-w-prose text-small text-quiet">{words.fileHint}</span>
    <input
      type="file"
      multiple
      className="sr-only"
      onChange={(event) => take([...(event.target.files ?? [])])}
    />
  </label>
);

function PastedText() {
  const [content, setContent] = useState('');
  const add = useAddSource(PLACE, () => setContent(''));
  const { reasonOf, rest } = reasonsOf(add.error, ['content']);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ type: 'text', name: nameOf(content), content });
      }}
    >
      <TextArea
        label={words.text}
        hint={words.textHint}
        required
        rows={6}
        value={content}
        error={reasonOf('content')}
        onChange={(event) => setContent(event.target.value)}
      />
      {rest && <Failure error={rest} />}
      <Button type="submit" look="primary" className="justify-self-start" isBusy={add.isPending}>
        {words.addText}
      </Button>
    </form>
  );
}

/** Its first words. */
function nameOf(content: string): string {
  const line = content.trim().split('\n')[0]?.trim() ?? '';
  const characters = [...line];
  return characters.length > NAME_CHARACTERS
    ? `${characters.slice(0, NAME_CHARACTERS).join('').trim()} …`
    : line || words.text;
}

function PageAddress() {
  const [url, setUrl] = useState('');
  const add = useAddSource(PLACE, () => setUrl(''));
  const { reasonOf, rest } = reasonsOf(add.error, ['url']);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const address = withScheme(url);
        add.mutate({ type: 'url', url: address, name: address.replace(/^https?:\/\//, '').slice(0, 200) });
      }}
    >
      <TextField
        label={words.url}
        required
        inputMode="url"
        maxLength={2048}
        value={url}
        error={reasonOf('url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      {rest && <Failure error={rest} />}
      <Button type="submit" look="primary" className="justify-self-start" isBusy={add.isPending}>
        {words.addUrl}
      </Button>
    </form>
  );
}

/** What is there, the newest first, with how far each is. */
function RecentSources() {
  const { data } = useInfiniteQuery(sourceListQuery({}));
  const isUploading = useUploads().length > 0;
  const sources = data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  // Uploads tell of their sources themselves.
  if (sources.length === 0 || isUploading) return null;
  return (
    <ul aria-label={words.list} className="rounded-panel border border-line">
      {sources.map((source) => (
        <li
          key={source.id}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{source.name}</span>
          <SourceStatus source={source} />
          {source.error && <span className="basis-full text-small text-bad">{source.error.message}</span>}
        </li>
      ))}
    </ul>
  );
}
