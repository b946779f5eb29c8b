import { pathResource } from '#http/path-resource.ts';

/** The agent that a path names. */
export const agentOfPath = pathResource({
  noun: 'agent',
  prefix: 'agt',
  find: (store, id) => store.agents.find(id),
});
