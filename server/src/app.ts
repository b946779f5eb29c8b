import cookies from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { accountRoutes } from '#accounts/routes.ts';
import { agentRoutes } from '#agents/routes.ts';
import { answerRoutes } from '#answers/routes.ts';
import { exportAuditLog } from '#audit-log/export-audit-log.ts';
import { auditLogRoutes } from '#audit-log/routes.ts';
import { exportConversations } from '#chat/conversations/export-conversations.ts';
import { chatRoutes } from '#chat/routes.ts';
import { createTrialRunner } from '#chat/trials/run-trial.ts';
import { limitRunningChats } from '#chat/turn/limit-running-chats.ts';
import { createTurnRunner } from '#chat/turn/run-turn.ts';
import { standaloneQuestion } from '#chat/turn/standalone-question.ts';
import { withinBudget } from '#chat/turn/token-budget.ts';
import { widgetRoutes } from '#chat/widget/routes.ts';
import { COMMAND } from '#config/command-name.ts';
import { connectorRoutes } from '#connectors/routes.ts';
import { crawlRoutes } from '#crawls/routes.ts';
import { questionSetRoutes } from '#evaluation/question-set-routes.ts';
import { evaluationRoutes } from '#evaluation/routes.ts';
import { exportRoutes } from '#exports/routes.ts';
import { requireConfirmation } from '#http/access/confirmation.ts';
import { parseStrictJson } from '#http/body/strict-json.ts';
import { allowOrigins } from '#http/headers/cors.ts';
import { acceptIdempotencyKeys } from '#http/idempotency.ts';
import { answerUnknownRoutes } from '#http/not-found.ts';
import { createCursors } from '#http/pagination.ts';
import { createLimiter } from '#http/rate-limits/limiter.ts';
import { readDashboardPage, serveDashboard } from '#http/service-routes/dashboard.ts';
import { healthRoutes } from '#http/service-routes/health.ts';
import { metricsRoute } from '#http/service-routes/metrics.ts';
import { keptOpenApiDocument, registerOpenApi } from '#http/service-routes/openapi.ts';
import { openApiRoute } from '#http/service-routes/openapi-route.ts';
import { referenceRoutes } from '#http/service-routes/reference-routes.ts';
import { validate } from '#http/validate.ts';
import { insightRoutes } from '#insights/routes.ts';
import { keyRoutes } from '#keys/routes.ts';
import { knowledgeBaseActivityRoutes } from '#knowledge-bases/activity-routes.ts';
import { knowledgeBaseRoutes } from '#knowledge-bases/routes.ts';
import type { AgentId, WorkspaceId } from '#lib/ids.ts';
import { VERSION } from '#lib/version.ts';
import { limitRoutes } from '#limits/routes.ts';
import { mcpRoutes } from '#mcp/routes.ts';
import { invitationRoutes } from '#members/invitation-routes.ts';
import { memberRoutes } from '#members/routes.ts';
import { searchRoutes } from '#search/routes.ts';
import { exportSources } from '#sources/export-sources.ts';
import { removeSource } from '#sources/remove-source.ts';
import { sourceRoutes } from '#sources/routes.ts';
import { usageRoutes } from '#usage/routes.ts';
import { savedViewRoutes } from '#views/routes.ts';
import { webhookRoutes } from '#webhooks/routes.ts';
import { configurationRoutes } from '#workspace/configuration-routes.ts';
import { modelStateRoutes } from '#workspace/model-state-routes.ts';
import { workspaceRoutes } from '#workspace/routes.ts';
import type { AppServices, RequestServices } from './boot/app-services.ts';
import { createApp } from './boot/create-app.ts';
import { createDoor, type Door, guardRequests } from './boot/guard-requests.ts';
import { modelStates } from './boot/model-states.ts';
import { bindRequestContext } from './boot/request-context.ts';

/** The contents page of the API: the routes under /v1, room by room. */
const v1Routes = (services: RequestServices, door: Door) => async (app: FastifyInstance) => {
  guardRequests(app, services, door);
  requireConfirmation(app, services);
  acceptIdempotencyKeys(app, services);
  const sendPage = readDashboardPage();
  answerUnknownRoutes(app, sendPage);
  const cursors = createCursors(services.cursorSecret);
  await app.register(agentRoutes(services, cursors));
  await app.register(chatRoutes(services, cursors));
  await app.register(knowledgeBaseActivityRoutes(services));
  await app.register(knowledgeBaseRoutes(services, cursors));
  await app.register(sourceRoutes(services, cursors));
  await app.register(crawlRoutes(services, cursors));
  await app.register(connectorRoutes({ ...services, removeSource }, cursors));
  await app.register(searchRoutes(services));
  await app.register(answerRoutes(services, cursors));
  await app.register(evaluationRoutes({ ...services, standaloneQuestion }, cursors));
  await app.register(questionSetRoutes({ ...services, standaloneQuestion }, cursors));
  const states = () => modelStates(services.models, services.monitor.failingSteps());
  const modelFor = (workspaceId: WorkspaceId, agentId: AgentId) => {
    const { chatModel } = services.models;
    return chatModel && withinBudget(chatModel, services, { workspaceId, agentId, tokenId: undefined });
  };
  await app.register(insightRoutes(services, states, modelFor));
  await app.register(savedViewRoutes(services, cursors));
  await app.register(keyRoutes(services, cursors));
  await app.register(webhookRoutes(services, cursors));
  await app.register(workspaceRoutes(services));
  await app.register(configurationRoutes({ ...services, version: VERSION }));
  await app.register(modelStateRoutes(services));
  await app.register(
    exportRoutes(services, {
      conversations: exportConversations,
      sources: (store) => exportSources(store, services.models.embedders),
      audit_log: exportAuditLog,
    }),
  );
  await app.register(accountRoutes({ ...services, limiter: services.peopleLimiter, command: COMMAND }));
  await app.register(memberRoutes(services, cursors));
  await app.register(invitationRoutes(services, cursors));
  await app.register(auditLogRoutes(cursors));
  await app.register(limitRoutes(services));
  await app.register(usageRoutes(services, services.usage));
};

/** The HTTP interface of one environment. */
export async function buildApp(
  services: AppServices,
  serverFactory: FastifyServerFactory,
): Promise<FastifyInstance> {
  const { store, models, config, monitor } = services;
  const app = createApp(services, serverFactory, store.environment);
  await allowOrigins(app, config.CORS_ORIGINS);
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value) => ({
    value: validate(schema, value, (httpPart ?? 'body') as 'body'),
  }));
  app.setSerializerCompiler(serializerCompiler);
  parseStrictJson(app);

  await registerOpenApi(app, VERSION);
  await app.register(multipart);
  await app.register(cookies);
  const sendPage = readDashboardPage();
  answerUnknownRoutes(app, sendPage);
  healthRoutes(app, {
    checks: { storage: store.ping, queue: async () => void (await store.jobs.nextDueAt('compute')) },
    helpers: () => modelStates(models, monitor.failingSteps()),
    parts: store.partStates,
    isStopping: services.isStopping,
  });
  metricsRoute(app, { monitor, token: config.METRICS_TOKEN });
  const document = keptOpenApiDocument(app);
  referenceRoutes(app, document);
  openApiRoute(app, document, { config, environment: store.environment });
  if (sendPage) await serveDashboard(app, sendPage);
  const limiter = createLimiter(services);
  const startChat = limitRunningChats(services);
  const runTurn = createTurnRunner(services, { startChat });
  const runTrial = createTrialRunner(services, { startChat });
  const requestServices = { ...services, ...bindRequestContext(app, services), limiter, runTurn, runTrial };
  // Outside the guard: visitors have no key, and the widget routes check their tokens.
  await app.register(widgetRoutes(requestServices), { prefix: '/v1/widget' });
  const door = createDoor(requestServices);
  await app.register(mcpRoutes({ ...requestServices, ...door, version: VERSION }));
  await app.register(v1Routes(requestServices, door), { prefix: '/v1' });
  return app;
}
