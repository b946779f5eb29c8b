import { pathResource } from '#http/path-resource.ts';
import { versionOfRow } from '#http/precondition.ts';

/** The question set that a path names. */
export const setOfPath = pathResource({
  noun: 'question set',
  prefix: 'qset',
  find: (store, id) => store.questionSets.find(id),
  versionOf: (row) => versionOfRow(row),
});
