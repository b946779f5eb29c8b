import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { ApiCode } from '#shared/components/api-code.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { AddButton } from '#shared/components/button.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { LabelledWhen } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { type Webhook, webhooksQuery } from './webhook-queries.ts';
import { WebhookStatus, WebhookTrouble } from './webhook-status.tsx';

const words = rooms.webhooks;

export const WebhooksPage = () => (
  <ForAdmins title={words.title}>
    <Webhooks />
  </ForAdmins>
);

function Webhooks() {
  const list = useInfiniteQuery(webhooksQuery);
  const { data, isPending, error, refetch } = list;
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <SettingsPage
      title={words.title}
      about={words.about}
      actions={<AddButton label={words.create} onClick={() => setCreating(true)} />}
    >
      {isPending && <Loading />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          {all.length === 0 && (
            <Empty icon={WebhookIcon} guide="webhooks" title={words.empty} about={words.emptyAbout} />
          )}
          <ul>
            {all.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </div>
      )}
      <LoadMore list={list} />
      <ApiCode call="webhooks" />
      {isCreating && (
        <WebhookDialog
          webhook={undefined}
          close={() => setCreating(false)}
          created={(webhook) => setSecret(webhook.secret)}
        />
      )}
      {secret !== undefined && (
        <ShownOnce
          title={words.secretTitle}
          label={words.secretLabel}
          secret={secret}
          close={() => setSecret(undefined)}
        />
      )}
    </SettingsPage>
  );
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => (
  <li className="grid gap-1 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="flex items-start justify-between gap-3">
      <Link
        to="/settings/webhooks/$id"
        params={{ id: webhook.id }}
        className="min-w-0 font-semibold [overflow-wrap:anywhere] hover:underline"
      >
        {webhook.url}
      </Link>
      <WebhookStatus webhook={webhook} />
    </div>
    {webhook.description && <p className="[overflow-wrap:anywhere]">{webhook.description}</p>}
    <WebhookTrouble webhook={webhook} />
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-quiet">
      <EventBadges events={webhook.events} />
      <LabelledWhen label={words.created} at={webhook.created_at}>
        <MadeBy id={webhook.created_by} />
      </LabelledWhen>
    </p>
  </li>
);

/** The events of a webhook. */
export const EventBadges = ({ events }: { events: Webhook['events'] }) =>
  events === null ? (
    <span>{words.allEvents}</span>
  ) : (
    <span className="flex flex-wrap gap-1">
      {events.map((type) => (
        <Badge key={type}>{type}</Badge>
      ))}
    </span>
  );
