import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { constant } from '#records/fields.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import { toSeconds } from './completion-events.ts';
import { findAgent } from './find-agent.ts';

const Model = z
  .object({
    id: z.string().meta({ description: 'The id of the agent.' }),
    object: constant('model'),
    created: z.int().meta({ description: 'Seconds since 1970.' }),
    owned_by: z.string().meta({ description: 'Always `footnote`.' }),
    name: z.string().meta({ description: 'The name of the agent, which a request may send as `model` too.' }),
  })
  .meta({ id: 'AgentModel', description: 'As in OpenAI, with the name of the agent.' });

const ModelList = z
  .object({
    object: constant('list'),
    data: z.array(Model).meta({ description: 'The active agents, newest first.' }),
  })
  .meta({ id: 'ModelList', description: 'As in OpenAI, with the name of each agent.' });

/** Agents as the models of OpenAI's protocol. */
export const modelRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/models',
    {
      config: { protocol: 'openai' },
      schema: {
        operationId: 'openai.listModels',
        summary: 'List agents in the OpenAI protocol',
        description:
          'All active agents, newest first, on one page. Embedding models are not among them: chat programs offer every model of the list for chats.',
        querystring: z.strictObject({}),
        response: { 200: ModelList },
      },
    },
    async (request) => {
      const agents = await allActive(contextOf(request).store);
      return { object: 'list' as const, data: agents.map(toModel) };
    },
  );

  app.get(
    '/models/:id',
    {
      config: { protocol: 'openai' },
      schema: {
        operationId: 'openai.getModel',
        summary: 'Get an agent in the OpenAI protocol',
        description: 'An active agent, by its id or its name.',
        params: z.object({ id: z.string().meta({ description: 'The id or the name of an agent.' }) }),
        response: { 200: Model },
      },
    },
    async (request) => {
      const { id } = request.params;
      const agent = await findAgent(contextOf(request).store, id);
      if (agent.status !== 'active') throw notFound('agent', id);
      return toModel(agent);
    },
  );
};

const toModel = ({ agent_id, name, created_at }: AgentWithBases): z.infer<typeof Model> => ({
  id: agent_id,
  object: 'model',
  created: toSeconds(created_at),
  owned_by: 'footnote',
  name,
});

const PAGE = 100;

async function allActive({ agents }: WorkspaceStore): Promise<AgentWithBases[]> {
  const all: AgentWithBases[] = [];
  for (;;) {
    const page = await agents.list({ limit: PAGE, after: all.at(-1)?.agent_id, status: 'active' });
    all.push(...page.slice(0, PAGE));
    if (page.length <= PAGE) return all;
  }
}
