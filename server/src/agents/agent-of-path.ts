import { pathResource } from '#http/path-resource.ts';
import { versionOfRow } from '#http/precondition.ts';

/** The agent named in a path. */
export const agentOfPath = pathResource({
  noun: 'agent',
  prefix: 'agt',
  find: (store, id) => store.agents.find(id),
  versionOf: (row) => versionOfRow(row),
});
