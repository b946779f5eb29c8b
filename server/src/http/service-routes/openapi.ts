import swagger from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Access, accessOf } from '#http/access/access.ts';
import { codeSamples } from './openapi-document/code-samples.ts';
import { addErrorAnswers, errorAnswers } from './openapi-document/error-answers.ts';
import { addExamples } from './openapi-document/examples.ts';
import { HEADERS, RATE_HEADERS } from './openapi-document/headers.ts';
import {
  isJson,
  type Json,
  mapObjects,
  type Operation,
  type Paths,
  type Schemas,
} from './openapi-document/json.ts';
import { isWords, openAnswer } from './openapi-document/open-answers.ts';
import { withDefault, withoutDefaults } from './openapi-document/optional-fields.ts';
import { nameAnswers, nameSchemas } from './openapi-document/schema-names.ts';
import { discriminated } from './openapi-document/unions.ts';

/** The media types of bodies that have a schema. */
const SCHEMA_TYPES = ['application/json', 'multipart/form-data'];

/** The resources of the API, in the order of a reference: the first word of an operation id, its title, its purpose. */
const TAGS: Record<string, [title: string, description: string]> = {
  agents: ['Agents', 'An agent answers questions from the knowledge bases it is connected to.'],
  trials: ['Trials', 'Ask an agent with settings that are not saved, and see how the reply comes about.'],
  conversations: [
    'Conversations',
    'Sessions of an agent: messages, ratings, verdicts and handing over to people.',
  ],
  savedViews: ['Saved views', 'Filters of a list under a name, of one person or shared.'],
  search: ['Search', 'Find passages by meaning, by words or by both.'],
  sources: ['Sources', 'Texts, web pages and documents, indexed in the background.'],
  uploads: ['Resumable uploads', 'Large files that go on where a connection broke off, by the tus protocol.'],
  archives: ['Archives', 'Unpack ZIP, TAR and TAR.GZ files into sources.'],
  crawls: ['Crawls', 'Add the pages of a website as sources.'],
  connectors: ['Connectors', 'Places where documents live, which a knowledge base is kept in step with.'],
  knowledgeBases: ['Knowledge bases', 'Collections of sources.'],
  answers: ['Pinned answers', 'Replies that people wrote for questions that come up again and again.'],
  insights: ['Insights', 'What people ask, how it goes, and what your sources do not answer.'],
  questionSets: ['Question sets', 'Questions that are kept to be asked of agents again and again.'],
  evaluations: ['Evaluations', 'Measure search and replies on your own questions.'],
  openai: ['OpenAI-compatible', "Endpoints that clients of OpenAI's API call."],
  agentVersions: ['Agent versions', 'Drafts of an agent, and what it was published as.'],
  agentWidget: ['Widget design', 'How the chat widgets of an agent look.'],
  agentTokens: ['Publishable tokens', 'Tokens that let a web page chat with one agent.'],
  widget: ['Chat widget', 'What the chat widget calls, with a publishable token.'],
  webhooks: ['Webhooks', 'Signed messages to your endpoints when something happens.'],
  events: ['Events', 'What happened, for clients that cannot receive webhooks.'],
  apiKeys: ['API keys', 'Keys with a scope, for one environment.'],
  workspace: ['Workspace', 'Settings, configuration and export of your workspace.'],
  workspaces: ['Workspaces', 'All workspaces of an account.'],
  members: ['Members', 'People of the workspace and their roles.'],
  invitations: ['Invitations', 'Links that let people join the workspace.'],
  account: ['Account', 'Signing in, second factors, passkeys and sessions of a person.'],
  auditLog: ['Audit log', 'Who changed settings, keys and members.'],
  limits: ['Limits', 'Limits in force.'],
  usage: ['Usage', 'What the workspace has used.'],
};

/** Collects the routes registered after it into the OpenAPI 3.1 document that `openApiDocument` returns. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Footnote',
        version,
        description: 'A knowledge-agent service: put content in, search it, and get answers that cite it.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `svc_live_…` or `svc_test_…`.',
          },
          signIn: {
            type: 'apiKey',
            in: 'cookie',
            name: 'footnote_sign_in',
            description: 'The cookie of a signed-in browser; over https its name begins with `__Host-`.',
          },
        },
      },
      security: [{ apiKey: [] }, { signIn: [] }],
      tags: Object.values(TAGS).map(([name, description]) => ({ name, description })),
    },
    transform: ({ schema, url, route, ...rest }) => {
      const form = route.config?.form;
      const { method } = route;
      const access = accessOf(route.config ?? {}, Array.isArray(method) ? (method[0] ?? 'GET') : method);
      const isChange = mayRepeat(route, access);
      const headers = isChange ? { headers: withHeaders(schema?.headers, route) } : {};
      const toJson = (body: z.ZodType | undefined) =>
        jsonSchemaTransform({
          schema: {
            ...schema,
            ...headers,
            security: securityOf(access),
            'x-footnote-access': access,
            ...(body && { body }),
            ...(route.config?.texts && { consumes: ['application/json', ...route.config.texts] }),
          },
          url,
          route,
          ...rest,
        } as never);
      const documented = toJson(form?.json);
      const { querystring } = documented.schema as { querystring?: Json };
      if (querystring) documented.schema.querystring = keepDescriptions(querystring);
      if (form)
        documented.schema.body = {
          content: {
            ...(form.json && { 'application/json': { schema: documented.schema.body } }),
            'multipart/form-data': { schema: toJson(form.multipart).schema.body },
          },
        };
      return documented;
    },
    transformObject: jsonSchemaTransformObject,
  });
}

/** The generator drops what stands beside a `$ref`; `prepareOperation` undoes this. */
const keepDescriptions = (querystring: Json): Json =>
  mapObjects(querystring, ({ $ref, description, ...others }) =>
    $ref !== undefined && description !== undefined
      ? { ...others, description, allOf: [{ $ref }] }
      : { ...others, ...($ref !== undefined && { $ref }), ...(description !== undefined && { description }) },
  );

/** The security schemes of a request; any one of them is enough. */
const securityOf = ({ keys = [], roles = [] }: Access): Record<string, string[]>[] => [
  ...(keys.length > 0 ? [{ apiKey: [] }] : []),
  ...(roles.length > 0 ? [{ signIn: [] }] : []),
];

/** Whether requests to the route take an `Idempotency-Key`. */
const mayRepeat = ({ method }: RouteOptions, access: Access): boolean =>
  access.keys !== undefined && [method].flat().some((each) => each === 'POST' || each === 'PATCH');

const withHeaders = (headers: unknown, { method, config }: RouteOptions): z.ZodType =>
  (headers instanceof z.ZodObject ? headers : z.object({})).extend({
    'Idempotency-Key': z.string().min(1).max(255).optional().meta({
      description:
        'Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`.',
    }),
    ...(config?.isVersioned &&
      method === 'PATCH' && {
        'If-Match': z.string().optional().meta({
          description:
            'The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412.',
        }),
      }),
  });

/** What `app.swagger()` makes of the routes. */
type Swagger = {
  paths: Paths;
  components: { schemas: Schemas; [key: string]: unknown };
  [key: string]: unknown;
};

/** The published document, made when it is first asked for (50 ms) and kept: all routes are known by then. */
export function keptOpenApiDocument(app: FastifyInstance): () => Json {
  let kept: Json | undefined;
  return () => {
    kept ??= openApiDocument(app);
    return kept;
  };
}

/** The generator describes requests and answers as the code checks them; here they become what
 *  clients need to know: one name for each schema, answers that may grow, unions that a field decides. */
function openApiDocument(app: FastifyInstance): Json {
  const given = structuredClone(app.swagger()) as unknown as Swagger;
  const { schemas: all } = given.components;
  const open = openAnswer(all);
  const each = (change: (name: string, schema: Json) => Json): Schemas =>
    Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, change(name, schema)]));
  const prepared = each((name, schema) => {
    if (name.endsWith('Input')) return withoutDefaults(schema);
    return isWords(schema) ? schema : open(schema);
  });
  for (const [path, methods] of Object.entries(given.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      tag(operation, `${method.toUpperCase()} ${path}`);
      prepareOperation(operation, open);
    }
  }
  const { paths, schemas } = nameSchemas(given.paths, prepared);
  nameAnswers(paths, schemas);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      addExamples(operation);
      (operation as Json)['x-codeSamples'] = codeSamples(method.toUpperCase(), path, operation, schemas);
    }
  return {
    ...given,
    paths,
    components: {
      ...given.components,
      // Sorted by name; otherwise the order depends on module loading.
      schemas: Object.fromEntries(
        Object.entries(schemas)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, schema]) => [name, mapObjects(discriminated(schemas)(schema), asBytes)]),
      ),
      responses: errorAnswers(),
      headers: HEADERS,
    },
  };
}

/** The bytes of a file have no encoding; `binary` is none of JSON Schema 2020-12. */
const asBytes = ({ contentEncoding, ...schema }: Json): Json =>
  contentEncoding === undefined || contentEncoding === 'binary' ? schema : { ...schema, contentEncoding };

const DESCRIPTIONS: Record<string, string> = {
  201: 'It was added.',
  202: 'It was accepted, and goes on in the background.',
  204: 'It is done; the answer has no body.',
};
const LOCATION = {
  Location: { description: 'Where to read what was added, if it has a URL.', schema: { type: 'string' } },
};

function prepareOperation(operation: Operation, open: (schema: Json) => Json): void {
  for (const parameter of operation.parameters ?? []) {
    const { default: value, allOf, ...schema } = parameter.schema;
    if (value !== undefined) parameter.description = withDefault(parameter.description, value);
    parameter.schema = { ...schema, ...(Array.isArray(allOf) && isJson(allOf[0]) && allOf[0]) };
  }
  plainTexts(operation.requestBody);
  // Requests of clients that do not identify themselves have no such budget.
  const isCounted = (operation.security ?? []).length > 0;
  for (const { content } of Object.values(operation.responses))
    for (const media of Object.values(content ?? {})) media.schema = open(media.schema);
  for (const [status, answer] of Object.entries(operation.responses)) {
    answer.description = DESCRIPTIONS[status] ?? 'The answer.';
    const headers = { ...(status === '201' && LOCATION), ...(isCounted && RATE_HEADERS) };
    if (Object.keys(headers).length > 0) answer.headers = headers;
  }
  addErrorAnswers(operation);
}

/** Files an operation under the resource that its id begins with: `agents.chat` under Agents. */
function tag(operation: Operation, route: string): void {
  const [resource = '', method] = String(operation.operationId ?? '').split('.');
  const group = TAGS[resource];
  if (!group || !method)
    throw new Error(`${route} needs an operationId 'resource.method' with a resource of TAGS`);
  (operation as Json)['tags'] = [group[0]];
}

/** Media types other than JSON and forms are text. */
function plainTexts(requestBody: Operation['requestBody']): void {
  const content = requestBody?.content ?? {};
  for (const mediaType of Object.keys(content))
    if (!SCHEMA_TYPES.includes(mediaType)) content[mediaType] = { schema: { type: 'string' } };
}
