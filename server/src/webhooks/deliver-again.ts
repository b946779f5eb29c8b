import { queueDelivery } from '#jobs/emit.ts';
import type { DeliveryWithEvent, WorkspaceTransaction } from '#storage/store.ts';

/** Queues a delivery again, now. If other deliveries of its subject are pending, it waits for them and brings them
 *  forward. */
export async function deliverAgain(
  tx: WorkspaceTransaction,
  delivery: DeliveryWithEvent,
  now: number,
): Promise<void> {
  const { delivery_id, status } = delivery;
  const isInLine = (await tx.deliveries.firstPending(delivery)) !== undefined;
  if (status !== 'pending') {
    await tx.deliveries.update(delivery_id, {
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: isInLine ? null : now,
      ended_at: null,
    });
  }
  if (isInLine) await tx.deliveries.bringForward(delivery, now);
  else await queueDelivery(tx, delivery_id, now);
}
