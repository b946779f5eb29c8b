import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading, Panel } from '#shared/components/page.tsx';
import { every } from '#shared/every.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { type Delivery, deliveriesQuery, type Webhook, webhookQuery } from './webhook-queries.ts';

const words = rooms.webhooks;

const STATUSES = every<Delivery['status']>()(['pending', 'delivered', 'failed']);

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [status, setStatus] = useState<string>();
  const list = useInfiniteQuery(deliveriesQuery(webhook.id, status));
  const { data, isPending, error, refetch } = list;
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const queryClient = useQueryClient();
  // An attempt can change the webhook's own status: failing, recovered or disabled.
  const attempts = all.reduce((sum, delivery) => sum + delivery.attempts.length, 0);
  useEffect(() => {
    if (attempts > 0) void queryClient.invalidateQueries({ queryKey: webhookQuery(webhook.id).queryKey });
  }, [attempts, queryClient, webhook.id]);
  return (
    <>
      <Panel
        title={words.deliveries}
        actions={
          <FilterSelect
            label={words.statusFilter}
            value={status}
            choose={setStatus}
            options={[
              { value: '', label: words.anyStatus },
              ...STATUSES.map((value) => ({ value, label: words.status[value] })),
            ]}
          />
        }
      >
        {isPending && <Loading lines={4} />}
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {data &&
          all.length === 0 &&
          (status === undefined ? (
            <Empty title={words.noDeliveries} about={words.noDeliveriesAbout} />
          ) : (
            <p className="text-quiet">{words.noneOfStatus}</p>
          ))}
        {all.length > 0 && (
          <ul className="-m-4">
            {all.map((delivery) => (
              <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </ul>
        )}
      </Panel>
      <LoadMore list={list} />
    </>
  );
}
