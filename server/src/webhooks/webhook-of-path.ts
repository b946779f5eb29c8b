import { pathResource } from '#http/path-resource.ts';

/** The webhook that a path names. */
export const webhookOfPath = pathResource({
  noun: 'webhook',
  prefix: 'wh',
  find: (store, id) => store.webhooks.find(id),
});
