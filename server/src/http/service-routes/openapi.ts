import swagger from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Access, accessOf } from '#http/access/access.ts';
import { ErrorBody } from '#http/error-handler.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** The media types of a body that a route reads as a form. */
const FORM_TYPES = ['application/json', 'multipart/form-data'] as const;

/** The resources of the API, in the order of a reference: the first word of an operation id, its title, its purpose. */
const TAGS: Record<string, [title: string, description: string]> = {
  agents: ['Agents', 'An agent answers questions from the knowledge bases it is connected to.'],
  conversations: [
    'Conversations',
    'Sessions of an agent: messages, ratings, verdicts and handing over to people.',
  ],
  search: ['Search', 'Find passages by meaning, by words or by both.'],
  sources: ['Sources', 'Texts, web pages and documents, indexed in the background.'],
  crawls: ['Crawls', 'Add the pages of a website as sources.'],
  knowledgeBases: ['Knowledge bases', 'Collections of sources.'],
  answers: ['Pinned answers', 'Replies that people wrote for questions that come up again and again.'],
  insights: ['Insights', 'What people ask, how it goes, and what your sources do not answer.'],
  evaluations: ['Evaluations', 'Measure search and replies on your own questions.'],
  openai: ['OpenAI-compatible', "Endpoints that clients of OpenAI's API call."],
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
      servers: [
        { url: 'http://localhost:8080', description: 'Live' },
        { url: 'http://localhost:8081', description: 'Sandbox' },
      ],
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
      const headers = mayRepeat(route, access) ? { headers: withIdempotencyKey(schema?.headers) } : {};
      return jsonSchemaTransform({
        schema: {
          ...schema,
          ...headers,
          security: securityOf(access),
          'x-footnote-access': access,
          ...(form && { body: form, consumes: FORM_TYPES }),
          ...(route.config?.texts && { consumes: ['application/json', ...route.config.texts] }),
        },
        url,
        route,
        ...rest,
      } as never);
    },
    transformObject: jsonSchemaTransformObject,
  });
}

/** The security schemes of a request; any one of them is enough. */
const securityOf = ({ keys = [], roles = [] }: Access): Record<string, string[]>[] => [
  ...(keys.length > 0 ? [{ apiKey: [] }] : []),
  ...(roles.length > 0 ? [{ signIn: [] }] : []),
];

/** Whether requests to the route take an `Idempotency-Key`. */
const mayRepeat = ({ method }: RouteOptions, access: Access): boolean =>
  access.keys !== undefined && [method].flat().some((each) => each === 'POST' || each === 'PATCH');

const withIdempotencyKey = (headers: unknown): z.ZodType =>
  (headers instanceof z.ZodObject ? headers : z.object({})).extend({
    'Idempotency-Key': z.string().min(1).max(255).optional().meta({
      description:
        'Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`.',
    }),
  });

const toJsonSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema) as Json;
  return rest;
};

type Json = { [key: string]: unknown };

/** The published document: one name for the input and output of a schema, no unused schemas, the error answer on
 *  every operation, and both media types on bodies that may be forms. */
export function openApiDocument(app: FastifyInstance): Json {
  const document = joinInputAndOutput(app.swagger() as unknown as Json);
  const components = document['components'] as { schemas: Record<string, Json>; responses?: Json };
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      tag(operation, `${method.toUpperCase()} ${path}`);
      (operation['responses'] as Json)['default'] = { $ref: '#/components/responses/Error' };
      addFile(operation['requestBody'] as Json | undefined, components.schemas);
      plainTexts(operation['requestBody'] as Json | undefined);
    }
  }
  components.schemas['Error'] = toJsonSchema(ErrorBody);
  components.responses = {
    Error: {
      description: 'An error.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
  dropUnreferenced(document, components.schemas);
  // Sorted by name; otherwise the order depends on module loading.
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return document;
}

/** The generator names every schema twice, `AgentStatus` and `AgentStatusInput`. */
function joinInputAndOutput(document: Json): Json {
  const { schemas } = document['components'] as { schemas: Json };
  let text = JSON.stringify(document);
  for (const [name, schema] of Object.entries(schemas)) {
    const plain = name.replace(/Input$/, '');
    const twin = schemas[plain];
    if (plain === name || (twin !== undefined && JSON.stringify(twin) !== JSON.stringify(schema))) continue;
    text = text.replaceAll(`"${name}":`, `"${plain}":`).replaceAll(`/schemas/${name}"`, `/schemas/${plain}"`);
  }
  return JSON.parse(text) as Json;
}

/** Files an operation under the resource that its id begins with: `agents.chat` under Agents. */
function tag(operation: Json, route: string): void {
  const [resource = '', method] = String(operation['operationId'] ?? '').split('.');
  const group = TAGS[resource];
  if (!group || !method)
    throw new Error(`${route} needs an operationId 'resource.method' with a resource of TAGS`);
  operation['tags'] = [group[0]];
}

/** A form may bring a file besides the fields of the JSON body. */
function addFile(requestBody: Json | undefined, schemas: Record<string, Json>): void {
  const content = requestBody?.['content'] as Record<string, { schema: { $ref: string } }> | undefined;
  const reference = content?.[FORM_TYPES[1]]?.schema.$ref;
  const fields = reference && schemas[reference.replace('#/components/schemas/', '')];
  if (!content || !fields) return;
  const file = {
    type: 'string',
    format: 'binary',
    description: `The document, at most ${LIMITS.fileBytes / 1024 / 1024} MB, of a source whose \`type\` is \`document\`.`,
  };
  const form = { ...fields, properties: { ...(fields['properties'] as Json), file } };
  content[FORM_TYPES[1]] = { schema: form as never };
}

/** Media types other than JSON and forms are text. */
function plainTexts(requestBody: Json | undefined): void {
  const content = (requestBody?.['content'] ?? {}) as Json;
  for (const mediaType of Object.keys(content))
    if (!(FORM_TYPES as readonly string[]).includes(mediaType))
      content[mediaType] = { schema: { type: 'string' } };
}

function dropUnreferenced(document: Json, schemas: Json): void {
  for (let dropped = true; dropped; ) {
    dropped = false;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas)) {
      if (text.includes(`"#/components/schemas/${name}"`)) continue;
      delete schemas[name];
      dropped = true;
    }
  }
}
