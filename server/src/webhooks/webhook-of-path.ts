import { pathResource } from '#http/path-resource.ts';
import { versionOfRow } from '#http/precondition.ts';

/** The webhook named in a path. */
export const webhookOfPath = pathResource({
  noun: 'webhook',
  prefix: 'wh',
  find: (store, id) => store.webhooks.find(id),
  versionOf: (row) => versionOfRow(row),
});
