import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Radio } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { EVENT_TYPES, type EventType } from '#server/isomorphic/event-types.ts';
import { request } from '#shared/api/request.ts';
import { ApiCode } from '#shared/components/api-code.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading, Panel } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { When } from '#shared/components/when.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type Event, eventsQuery, exampleQuery, type Webhook, webhooksQuery } from './event-queries.ts';

const words = rooms.events;

export const EventsPage = () => (
  <ForAdmins title={words.title}>
    <SettingsPage title={words.title} about={words.about}>
      <Receivers />
      <Recent />
      <Types />
      <ApiCode call="events" />
    </SettingsPage>
  </ForAdmins>
);

/** The webhooks, each with a test event. */
function Receivers() {
  const { data, isPending, error, refetch } = useQuery(webhooksQuery);
  return (
    <Panel title={words.receivers}>
      {isPending && <Loading lines={2} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <Empty
          icon={Radio}
          title={words.noReceivers}
          about={words.noReceiversAbout}
          guide="webhooks"
          action={
            <Link to="/settings/webhooks" className="font-medium text-accent-ink hover:underline">
              {words.toWebhooks}
            </Link>
          }
        />
      )}
      <ul className="-mx-4 -mb-4">
        {data?.map((webhook) => (
          <Receiver key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </Panel>
  );
}

function Receiver({ webhook: { id, url, enabled, events, failing_since } }: { webhook: Webhook }) {
  const test = useSave(() => request('POST', `/v1/webhooks/${id}/test`), {
    said: words.testSent,
    stale: [['events'], ['webhooks']],
    tellsErrors: true,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/settings/webhooks/$id"
          params={{ id }}
          dir="ltr"
          className="min-w-0 font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {url}
        </Link>
        <span className="text-small text-quiet">
          {events === null ? words.allTypes : words.someTypes({ count: events.length })}
        </span>
        {!enabled && <Badge>{words.off}</Badge>}
        {enabled && failing_since !== undefined && <Badge tone="bad">{words.failing}</Badge>}
      </span>
      <Button disabled={!enabled} isBusy={test.isPending} onClick={() => test.mutate()}>
        {words.test}
      </Button>
    </li>
  );
}

/** What happened lately, as webhooks were told. */
function Recent() {
  const [type, setType] = useState<string>();
  const list = useInfiniteQuery(eventsQuery(type));
  const { data, isPending, error, refetch } = list;
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel
      title={words.recent}
      actions={
        <FilterSelect
          label={words.type}
          value={type}
          choose={setType}
          options={[
            { value: '', label: words.anyType },
            ...EVENT_TYPES.map((value) => ({ value, label: value })),
          ]}
        />
      }
    >
      {isPending && <Loading lines={4} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && events.length === 0 && <p className="text-quiet">{words.noneYet}</p>}
      <ul className="-mx-4">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      <div className="grid">
        <LoadMore list={list} />
      </div>
    </Panel>
  );
}

const EventRow = ({ event }: { event: Event }) => (
  <Opening
    head={
      <>
        <code className="font-mono text-small font-medium">{event.type}</code>
        <span dir="auto" className="min-w-0 truncate text-small text-quiet">
          {nameIn(event.data)}
        </span>
      </>
    }
    end={<When at={event.timestamp} />}
  >
    <Payload payload={event} />
  </Opening>
);

const nameIn = ({ name, id, session_id }: Event['data']): string => String(name ?? id ?? session_id ?? '');

/** The types, who receives each, and what it looks like. */
function Types() {
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  return (
    <Panel title={words.types}>
      <ul className="-mx-4 -mb-4">
        {EVENT_TYPES.map((type) => (
          <TypeRow
            key={type}
            type={type}
            receivers={
              webhooks.filter(({ enabled, events }) => enabled && (events === null || events.includes(type)))
                .length
            }
          />
        ))}
      </ul>
    </Panel>
  );
}

function TypeRow({ type, receivers }: { type: EventType; receivers: number }) {
  const about = (words.abouts as Record<string, string>)[type.replace('.', '_')];
  return (
    <Opening
      head={
        <span className="grid min-w-0">
          <code className="font-mono text-small font-medium">{type}</code>
          {about && <span className="text-small text-quiet">{about}</span>}
        </span>
      }
      end={type === 'webhook.test' ? null : words.receivedBy({ count: receivers })}
    >
      <Example type={type} />
    </Opening>
  );
}

function Example({ type }: { type: EventType }) {
  const { data, isPending, error } = useQuery(exampleQuery(type));
  if (isPending) return <Loading lines={4} />;
  if (error) return <Failure error={error} />;
  if (!data) return <p className="text-quiet">{words.noExample}</p>;
  return (
    <div className="grid gap-2">
      <p className="text-small text-quiet">{data.isReal ? words.realExample : words.madeExample}</p>
      <Payload payload={data.payload} />
    </div>
  );
}

function Payload({ payload }: { payload: unknown }) {
  const written = JSON.stringify(payload, null, 2);
  return (
    <div className="relative">
      <pre
        dir="ltr"
        className="rounded-control border border-line bg-sunken p-3 pe-24 text-start font-mono text-small break-words whitespace-pre-wrap"
      >
        {written}
      </pre>
      <div className="absolute end-2 top-2">
        <CopyButton value={written} />
      </div>
    </div>
  );
}

/** A row that opens. */
function Opening({ head, end, children }: { head: ReactNode; end: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] border-t border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-10 min-w-0 items-center gap-2 px-4 py-1.5 text-start hover:bg-sunken/60 focus-visible:-outline-offset-2"
      >
        <Chevron aria-hidden className="size-4 shrink-0 text-quiet rtl:-scale-x-100" />
        <span className="flex min-w-0 flex-1 items-baseline gap-3 [overflow-wrap:anywhere]">{head}</span>
        <span className="shrink-0 text-small text-quiet">{end}</span>
      </button>
      <div id={id} hidden={!isOpen} className="px-4 pb-3 sm:ps-10">
        {isOpen && children}
      </div>
    </li>
  );
}
