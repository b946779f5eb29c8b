import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import type { Crawl } from '#shared/api/crawl-queries.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { SelectField, TextField } from '#shared/components/field.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure } from '#shared/components/page.tsx';
import { UrlField, withScheme } from '#shared/components/url-field.tsx';
import { bodyOf } from '#shared/sources/use-add-source.ts';
import { type Place, WhereTo } from '#shared/sources/where-to.tsx';
import { sources as words } from '#shared/strings/sources.ts';

/** Begins a crawl and shows it. */
export function CrawlForm({ place, changePlace }: { place: Place; changePlace: (place: Place) => void }) {
  const [url, setUrl] = useState('');
  const [mode, setMode] = useState('links');
  const [maxPages, setMaxPages] = useState('100');
  const [maxDepth, setMaxDepth] = useState('3');
  const [hours, setHours] = useState('');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const tell = useNotices();
  const start = useMutation({
    mutationFn: () =>
      request<Crawl>('POST', '/v1/knowledge-base/sources/crawl', {
        url: withScheme(url),
        mode,
        max_pages: Number(maxPages),
        ...(mode === 'links' && { max_depth: Number(maxDepth) }),
        ...(hours !== '' && { refresh_interval_hours: Number(hours) }),
        ...bodyOf(place),
      }),
    onSuccess: async ({ id }) => {
      tell(words.adding.crawlStarted);
      void queryClient.invalidateQueries({ queryKey: ['crawls'] });
      await navigate({ to: '/sources/crawls/$id', params: { id } });
    },
  });
  const { reasonOf, rest } = reasonsOf(start.error, [
    'url',
    'max_pages',
    'max_depth',
    'tags',
    'knowledge_base_id',
  ]);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <UrlField label={words.adding.crawlUrl} value={url} error={reasonOf('url')} change={setUrl} />
      <SelectField
        label={words.adding.mode}
        value={mode}
        options={words.adding.modes}
        onChange={(event) => setMode(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.adding.maxPages}
          hint={words.adding.maxPagesHint}
          type="number"
          min={1}
          max={LIMITS.crawlPages}
          required
          value={maxPages}
          error={reasonOf('max_pages')}
          onChange={(event) => setMaxPages(event.target.value)}
        />
        {mode === 'links' && (
          <TextField
            label={words.adding.maxDepth}
            hint={words.adding.maxDepthHint}
            type="number"
            min={0}
            max={LIMITS.crawlDepth}
            required
            value={maxDepth}
            error={reasonOf('max_depth')}
            onChange={(event) => setMaxDepth(event.target.value)}
          />
        )}
      </div>
      <SelectField
        label={words.adding.refresh}
        value={hours}
        options={words.adding.refreshes}
        onChange={(event) => setHours(event.target.value)}
      />
      <WhereTo place={place} change={changePlace} reasonOf={reasonOf} />
      {rest && <Failure error={rest} />}
      <div className="flex justify-end">
        <Button type="submit" look="primary" isBusy={start.isPending}>
          {words.adding.startCrawl}
        </Button>
      </div>
    </form>
  );
}
