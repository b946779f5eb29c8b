import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import { CheckList } from '#shared/components/check-list.tsx';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { UrlField, withScheme } from '#shared/components/url-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { text } from '#shared/strings/text.ts';
import { webhooks as words } from '#shared/strings/webhooks.ts';
import { CHOOSABLE_EVENTS, WEBHOOKS, type Webhook, type WebhookWithSecret } from './webhook-queries.ts';

type EventType = NonNullable<Webhook['events']>[number];

/** Creates or edits a webhook. `created` gets a new one with its secret. */
export function WebhookDialog({
  webhook,
  close,
  created,
}: {
  webhook: Webhook | undefined;
  close: () => void;
  created?: (webhook: WebhookWithSecret) => void;
}) {
  const tell = useNotices();
  const { values, put, field, form, isUnsaved } = useForm({
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? null,
    },
    send: async ({ url, description, events }, submission) => {
      const fields = { url: withScheme(url), description: description.trim(), events };
      if (!webhook) return await submit<WebhookWithSecret>(submission, 'POST', WEBHOOKS, fields);
      await submit<Webhook>(submission, 'PATCH', `${WEBHOOKS}/${webhook.id}`, fields);
      return undefined;
    },
    done: (made) => {
      close();
      if (made) created?.(made);
      else tell(text.common.saved);
    },
    stale: [['webhooks']],
    version: webhook?.updated_at,
  });
  return (
    <FormDialog
      title={webhook ? words.editTitle : words.createTitle}
      action={webhook ? text.common.save : text.common.create}
      {...form}
      disabled={values.events?.length === 0}
      close={close}
    >
      <UrlField label={words.url} hint={words.urlHint} {...field('url')} />
      <TextField
        label={words.description}
        maxLength={LIMITS.descriptionCharacters}
        {...field('description')}
      />
      <EventChoice events={values.events} change={(events) => put({ events })} />
      <UnsavedGuard isDirty={isUnsaved} />
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
