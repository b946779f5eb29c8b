import { everyInterval } from '#lib/async/every-interval.ts';
import type { Services } from '#services.ts';
import { expireConversations } from './expire-conversations.ts';
import { makeConversationsSearchable } from './make-searchable.ts';

/** Expires conversations, and makes those of older versions findable, every `WATCH_SECONDS`, until `stop` is called. */
export const watchConversations = (
  services: Pick<Services, 'store' | 'clock' | 'log' | 'config'>,
): { stop(): Promise<void> } =>
  everyInterval(
    services.config.WATCH_SECONDS * 1_000,
    async () => {
      await expireConversations(services);
      await makeConversationsSearchable(services);
    },
    (error) => services.log.error({ err: error }, 'looking after conversations failed'),
  );
