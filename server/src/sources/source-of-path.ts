import { pathResource } from '#http/path-resource.ts';

/** The source that a path names. */
export const sourceOfPath = pathResource({
  noun: 'source',
  prefix: 'src',
  find: (store, id) => store.sources.find(id),
});
