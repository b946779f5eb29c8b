import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { useFileBytes } from '#shared/api/limits.ts';
import { Button } from '#shared/components/button.tsx';
import { TextArea } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { Failure } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { nameOfUrl, UrlField, withScheme } from '#shared/components/url-field.tsx';
import { formatBytes } from '#shared/format.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { ChooseFiles } from '#shared/sources/choose-files.tsx';
import { DropAnywhere } from '#shared/sources/drop-anywhere.tsx';
import { sourceListQuery } from '#shared/sources/source-queries.ts';
import { SourceStatus } from '#shared/sources/source-status.tsx';
import { uploads } from '#shared/sources/uploads.ts';
import { useAddSource } from '#shared/sources/use-add-source.ts';
import { text } from '#shared/strings/text.ts';

const { firstRun } = text;

const words = firstRun.source;
const WAYS = ['file', 'text', 'url'] as const;
type Way = (typeof WAYS)[number];

/** The default knowledge base, without tags. */
const PLACE = { knowledgeBaseId: undefined, tags: [] };
const SHOWN = 5;
const NAME_CHARACTERS = 60;

/** Adds a file, text or web page, and shows the indexing. */
export function SourceStep() {
  const [way, setWay] = useState<Way>('file');
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const fileBytes = useFileBytes();
  const { add, options } = useAddSource(PLACE, () => {});
  const sample = useSave(add, options);
  const take = (files: File[]): void => uploads.add(files, PLACE, fileBytes);
  return (
    <div className="grid gap-4">
      <DropAnywhere into={knowledgeBases[0]?.name ?? ''} take={take} />
      <Tabs
        label={words.waysLabel}
        value={way}
        choose={setWay}
        tabs={WAYS.map((each) => ({ value: each, label: words.ways[each] }))}
      >
        {way === 'file' && (
          <ChooseFiles
            label={words.file}
            hint={
              fileBytes === undefined
                ? words.fileHint
                : words.fileHintWithLimit({ limit: formatBytes(fileBytes) })
            }
            take={take}
          />
        )}
        {way === 'text' && <PastedText />}
        {way === 'url' && <PageUrl />}
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
      <RecentSources />
    </div>
  );
}

function PastedText() {
  const { add, options } = useAddSource(PLACE, () => put({ content: '' }));
  const { put, field, form } = useForm({
    initial: { content: '' },
    send: ({ content }, submission) => add({ type: 'text', name: nameOf(content), content }, submission),
    ...options,
  });
  return (
    <Form action={words.addText} {...form}>
      <TextArea label={words.text} hint={words.textHint} required rows={6} {...field('content')} />
    </Form>
  );
}

/** A name from the first words. */
function nameOf(content: string): string {
  const line = content.trim().split('\n')[0]?.trim() ?? '';
  const characters = [...line];
  return characters.length > NAME_CHARACTERS
    ? `${characters.slice(0, NAME_CHARACTERS).join('').trim()} …`
    : line || words.text;
}

function PageUrl() {
  const { add, options } = useAddSource(PLACE, () => put({ url: '' }));
  const { put, field, form } = useForm({
    initial: { url: '' },
    send: (typed, submission) => {
      const url = withScheme(typed.url);
      return add({ type: 'url', url, name: nameOfUrl(url) }, submission);
    },
    ...options,
  });
  return (
    <Form action={words.addUrl} {...form}>
      <UrlField label={words.url} {...field('url')} />
    </Form>
  );
}

/** The newest sources with their status. */
function RecentSources() {
  const { data } = useInfiniteQuery(sourceListQuery({}));
  const sources = data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  if (sources.length === 0) return null;
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
