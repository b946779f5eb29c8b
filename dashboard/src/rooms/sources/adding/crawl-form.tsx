import { useNavigate } from '@tanstack/react-router';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Crawl } from '#shared/api/crawl-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { UrlField, withScheme } from '#shared/components/url-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { bodyOf, PLACE_FIELDS, refreshOf } from '#shared/sources/use-add-source.ts';
import { type Place, WhereTo } from '#shared/sources/where-to.tsx';
import { addSources as words } from '#shared/strings/add-sources.ts';

/** Starts a crawl and opens its page. */
export function CrawlForm({ place, changePlace }: { place: Place; changePlace: (place: Place) => void }) {
  const navigate = useNavigate();
  const { values, field, reasonOf, form } = useForm({
    initial: { url: '', mode: 'links', max_pages: '100', max_depth: '3', refresh_interval_hours: '' },
    send: ({ url, mode, max_pages, max_depth, ...typed }, submission) =>
      submit<Crawl>(submission, 'POST', '/v1/knowledge-base/sources/crawl', {
        url: withScheme(url),
        mode,
        max_pages: Number(max_pages),
        ...(mode === 'links' && { max_depth: Number(max_depth) }),
        ...refreshOf(typed),
        ...bodyOf(place),
      }),
    others: PLACE_FIELDS,
    said: words.adding.crawlStarted,
    done: ({ id }) => navigate({ to: '/sources/crawls/$id', params: { id } }),
    stale: [['crawls']],
  });
  return (
    <Form isAtEnd action={words.adding.startCrawl} {...form}>
      <UrlField label={words.adding.crawlUrl} {...field('url')} />
      <SelectField label={words.adding.mode} options={words.adding.modes} {...field('mode')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.adding.maxPages}
          hint={words.adding.maxPagesHint}
          type="number"
          min={1}
          max={LIMITS.crawlPages}
          required
          {...field('max_pages')}
        />
        {values.mode === 'links' && (
          <TextField
            label={words.adding.maxDepth}
            hint={words.adding.maxDepthHint}
            type="number"
            min={0}
            max={LIMITS.crawlDepth}
            required
            {...field('max_depth')}
          />
        )}
      </div>
      <SelectField
        label={words.adding.refresh}
        options={words.adding.refreshes}
        {...field('refresh_interval_hours')}
      />
      <WhereTo place={place} change={changePlace} reasonOf={reasonOf} />
    </Form>
  );
}
