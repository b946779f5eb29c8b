import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { webhooks as words } from '#shared/strings/webhooks.ts';
import { type Delivery, deliveryQuery, WEBHOOKS, type Webhook } from './webhook-queries.ts';

const TONES: Record<Delivery['status'], Tone> = { pending: 'accent', delivered: 'good', failed: 'bad' };

/** A delivery; opened, it shows attempts and payload. */
export function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const last = delivery.attempts.at(-1);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="grid gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 min-w-0 items-center gap-2 rounded-control pr-2 text-left hover:bg-sunken"
        >
          <Chevron aria-hidden className="size-4 shrink-0 text-quiet" />
          <code className="font-mono text-small">{delivery.event_type}</code>
          <Badge tone={TONES[delivery.status]}>{words.status[delivery.status]}</Badge>
        </button>
        <span className="flex flex-wrap items-center gap-x-4 text-small text-quiet max-sm:pl-6">
          <span>{attemptsOf(delivery)}</span>
          <When at={delivery.created_at} />
          <Redeliver webhook={webhook} delivery={delivery} />
        </span>
      </div>
      {delivery.status !== 'delivered' && last?.error && (
        <p className="pl-6 text-small text-bad [overflow-wrap:anywhere]">{last.error}</p>
      )}
      {delivery.status === 'pending' && <Waiting delivery={delivery} />}
      <div id={contentId} hidden={!isOpen}>
        {isOpen && <DeliveryDetails webhook={webhook} delivery={delivery} />}
      </div>
    </li>
  );
}

/** A delivery that was dropped before its turn, such as when the webhook was disabled, was never sent. */
const attemptsOf = ({ attempts, status }: Delivery): string => {
  if (attempts.length > 0) return words.attempts(attempts.length);
  return status === 'pending' ? words.noAttempts : words.neverSent;
};

const Waiting = ({ delivery: { next_attempt_at, attempts } }: { delivery: Delivery }) => {
  if (next_attempt_at === undefined)
    return <p className="pl-6 text-small text-quiet">{words.waitsForEarlier}</p>;
  if (attempts.length === 0) return null;
  return (
    <p className="pl-6 text-small text-quiet">
      {words.nextAttempt}: <When at={next_attempt_at} />
    </p>
  );
};

function Redeliver({ webhook, delivery: { id, status } }: { webhook: Webhook; delivery: Delivery }) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const redeliver = useMutation({
    mutationFn: () => request('POST', `${WEBHOOKS}/${webhook.id}/deliveries/${id}/retry`),
    onSuccess: () => tell(words.redelivering),
    onError: (error) => tell(error.message, 'bad'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  return (
    <Button
      disabled={!webhook.enabled}
      about={webhook.enabled ? undefined : words.testNeedsEnabled}
      isBusy={redeliver.isPending}
      onClick={() => redeliver.mutate()}
    >
      {status === 'pending' ? words.redeliverNow : words.redeliver}
    </Button>
  );
}

function DeliveryDetails({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { data, isPending, error } = useQuery(deliveryQuery(webhook.id, delivery.id));
  const payload = data && JSON.stringify(data.payload, null, 2);
  return (
    <div className="grid gap-3 pl-6">
      {delivery.attempts.length > 0 && (
        <ol className="grid gap-2">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.attempted_at} className="grid gap-1 text-small">
              <p className="flex flex-wrap gap-x-4">
                <When at={attempt.attempted_at} />
                <span className={attempt.error === undefined ? 'text-good' : 'text-bad'}>
                  {attempt.status_code === undefined ? words.noAnswer : words.answered(attempt.status_code)}
                </span>
                <span className="text-quiet">{words.duration(attempt.duration_ms)}</span>
              </p>
              {attempt.error && <p className="text-bad [overflow-wrap:anywhere]">{attempt.error}</p>}
              {attempt.response && (
                <p className="text-quiet [overflow-wrap:anywhere]">
                  {words.response}: <code className="font-mono">{attempt.response}</code>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {isPending && <Loading lines={4} />}
      {error && <Failure error={error} />}
      {payload !== undefined && (
        <div className="grid gap-1">
          <div className="flex items-center justify-between gap-2">
            <p className="font-medium">{words.payload}</p>
            <CopyButton value={payload} label={words.copyPayload} />
          </div>
          <pre className="rounded-control border border-line bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
            {payload}
          </pre>
        </div>
      )}
    </div>
  );
}
