import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { CheckList } from '#shared/components/check-list.tsx';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { UrlField, withScheme } from '#shared/components/url-field.tsx';
import { text } from '#shared/strings/text.ts';
import { webhooks as words } from '#shared/strings/webhooks.ts';
import { CHOOSABLE_EVENTS, WEBHOOKS, type Webhook, type WebhookWithSecret } from './webhook-queries.ts';

type EventType = NonNullable<Webhook['events']>[number];

/** Makes a webhook, or changes one. `created` gets the one that was made, with its secret. */
export function WebhookDialog({
  webhook,
  close,
  created,
}: {
  webhook: Webhook | undefined;
  close: () => void;
  created?: (webhook: WebhookWithSecret) => void;
}) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState(webhook?.events ?? null);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: async () => {
      const fields = { url: withScheme(url), description: description.trim(), events };
      if (!webhook) return await request<WebhookWithSecret>('POST', WEBHOOKS, fields);
      await request<Webhook>('PATCH', `${WEBHOOKS}/${webhook.id}`, fields);
      return undefined;
    },
    onSuccess: async (made) => {
      close();
      if (made) created?.(made);
      else tell(text.common.saved);
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    },
    gcTime: 0,
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['url', 'description', 'events']);
  const isDirty =
    url !== (webhook?.url ?? '') ||
    description !== (webhook?.description ?? '') ||
    JSON.stringify(events) !== JSON.stringify(webhook?.events ?? null);
  return (
    <FormDialog
      title={webhook ? words.editTitle : words.createTitle}
      action={webhook ? text.common.save : text.common.create}
      isBusy={save.isPending}
      disabled={events?.length === 0}
      error={rest}
      submit={() => save.mutate()}
      close={close}
    >
      <UrlField label={words.url} hint={words.urlHint} value={url} error={reasonOf('url')} change={setUrl} />
      <TextField
        label={words.description}
        maxLength={LIMITS.descriptionCharacters}
        value={description}
        error={reasonOf('description')}
        onChange={(event) => setDescription(event.target.value)}
      />
      <EventChoice events={events} change={setEvents} />
      <UnsavedGuard isDirty={isDirty && !save.isPending && !save.isSuccess} />
    </FormDialog>
  );
}

/** `events`: null for all. */
const EventChoice = ({
  events,
  change,
}: {
  events: EventType[] | null;
  change: (events: EventType[] | null) => void;
}) => (
  <div className="grid gap-2">
    <RadioGroup
      label={words.events}
      value={events === null ? 'all' : 'some'}
      choose={(value) => change(value === 'all' ? null : [])}
      options={[
        { value: 'all', label: words.eventsAll },
        { value: 'some', label: words.eventsSome },
      ]}
    />
    {events && (
      <fieldset className="ml-6 grid gap-x-4 rounded-control border border-line p-2 sm:grid-cols-2">
        <legend className="sr-only">{words.eventsSome}</legend>
        <CheckList
          options={CHOOSABLE_EVENTS.map((value) => ({
            value,
            label: <code className="font-mono text-small">{value}</code>,
          }))}
          chosen={events}
          change={change}
        />
      </fieldset>
    )}
  </div>
);
