import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { defined } from '#lib/defined.ts';
import type { Services } from '#services.ts';
import { toWorkspace, UpdateWorkspace, Workspace } from './schema.ts';

/** The settings of the workspace in this environment, for admin keys. */
export const workspaceRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'admin' } as const;

    app.get(
      '/workspace',
      { config, schema: { summary: 'Get the workspace', response: { 200: envelope(Workspace) } } },
      async (request) => {
        const { store } = contextOf(request);
        return answer(
          request,
          toWorkspace(await store.workspace.get(), store.environment, await store.knowledgeBases.defaultId()),
        );
      },
    );

    app.patch(
      '/workspace',
      {
        config,
        schema: {
          summary: 'Rename the workspace',
          body: UpdateWorkspace,
          response: { 200: envelope(Workspace) },
        },
      },
      async (request, reply) =>
        await commit(request, reply, async (tx) => {
          const row = await tx.workspace.update({ ...defined(request.body), updated_at: clock.now() });
          const { environment } = contextOf(request).store;
          return { data: toWorkspace(row, environment, await tx.knowledgeBases.defaultId()) };
        }),
    );
  };
