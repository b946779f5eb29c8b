import { type Setting, wholeNumber } from './setting.ts';

/** How events leave the service. */
export const WEBHOOK_SETTINGS = {
  WEBHOOK_CONCURRENCY: {
    schema: wholeNumber(16, 1, 1_000),
    unit: 'requests',
    about: 'Events that are sent to webhooks at the same time, in each environment.',
  },
  WEBHOOK_TIMEOUT_SECONDS: {
    schema: wholeNumber(15, 1, 60),
    unit: 'seconds',
    about: 'How long a webhook may take to answer before the attempt has failed.',
  },
  EVENT_RETENTION_DAYS: {
    schema: wholeNumber(30, 1, 36_500),
    unit: 'days',
    about: 'How long events and their deliveries are kept for GET /v1/events and for redelivery.',
  },
} satisfies Record<string, Setting>;
