import { pathResource } from '#http/path-resource.ts';

/** The source named in a path. */
export const sourceOfPath = pathResource({
  noun: 'source',
  prefix: 'src',
  find: (store, id) => store.sources.find(id),
});
