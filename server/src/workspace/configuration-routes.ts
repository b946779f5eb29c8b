import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import type { Services } from '#services.ts';
import { Configuration } from './schema.ts';

type Dependencies = Pick<Services, 'config' | 'models'> & { version: string };

/** The configuration of the installation, without secrets. */
export const configurationRoutes =
  ({ config, models, version }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/configuration',
      {
        config: { access: 'admin' },
        schema: {
          operationId: 'workspace.getConfiguration',
          summary: 'Get the configuration of the installation',
          description: 'The models that are set up, and the limits that forms need to know.',
          querystring: z.strictObject({}),
          response: { 200: envelope(Configuration) },
        },
      },
      async (request) =>
        answer(request, {
          version,
          environment: contextOf(request).store.environment,
          models: toModels({ config, models }),
          limits: {
            file_bytes: maxFileBytes(config),
            pages: LIMITS.pages,
            content_characters: LIMITS.contentCharacters,
            message_characters: LIMITS.messageCharacters,
            query_characters: LIMITS.queryCharacters,
            tags: LIMITS.tags,
            knowledge_bases_of_an_agent: LIMITS.knowledgeBasesOfAnAgent,
            crawl_pages: LIMITS.crawlPages,
            ...(config.CONVERSATION_RETENTION_DAYS !== undefined && {
              conversation_retention_days: config.CONVERSATION_RETENTION_DAYS,
            }),
          },
        }),
    );
  };

const toModels = ({ config, models }: Pick<Services, 'config' | 'models'>) => ({
  ...(models.chatModel && { chat: { provider: config.LLM_PROVIDER, name: models.chatModel.name } }),
  embedding: {
    provider: config.EMBEDDING_PROVIDER,
    name: models.embedders.names[0] ?? '',
    choices: [...models.embedders.names],
  },
  ...(models.reranker && { reranker: { provider: config.RERANK_PROVIDER, name: models.reranker.name } }),
});
