import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOneOfEach,
  fillPath,
  type Ids,
  OPERATIONS_OF_PEOPLE,
  operationsOf,
} from '../helpers/operations.ts';
import { PUBLIC_OPERATIONS } from '../helpers/public-operations.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
};
type Content = { content?: Record<string, { schema: Schema }> };
type DocumentedOperation = {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type OpenApi = {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
};

let test: TestService;
let live: Client;
let ids: Ids;
let document: OpenApi;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  ids = await createOneOfEach(live, 'live');
  document = (await live.get('/openapi.json')).body;
});
afterAll(() => test.stop());

/** The arrays in a schema that may be of any length. Schemas that contain themselves, such as filters, are entered once. */
function endlessArrays(given: Schema, at: string, entered: readonly Schema[] = []): string[] {
  const schema = resolve(given);
  if (entered.includes(schema)) return [];
  const inside = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['[]', schema.items] as const] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (each) => ['', each] as const,
    ),
  ].flatMap(([name, each]) => endlessArrays(each, `${at}.${name}`, [...entered, schema]));
  return schema.type === 'array' && schema.maxItems === undefined ? [at, ...inside] : inside;
}

const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** What of a value does not fit a schema, looked at loosely: types, required and undocumented fields, enums. */
function misfits(value: unknown, given: Schema, at = 'body'): string[] {
  // The empty schema takes anything.
  if (Object.keys(given).length === 0) return [];
  const schema = resolve(given);
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return shapes.some((each) => misfits(value, each, at).length === 0) ? [] : [`${at} fits none`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  const types = [schema.type ?? []].flat();
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const fits =
    types.length === 0 || types.includes(type) || (types.includes('integer') && Number.isInteger(value));
  if (!fits) return [`${at} is ${type}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => misfits(item, schema.items ?? {}, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, item]) => {
      const property = properties[name] ?? others;
      return property ? misfits(item, property, `${at}.${name}`) : [`${at}.${name} is not documented`];
    }),
  ];
}

/** The fields of a body, of all its shapes. */
const fieldsOf = (given: Schema): Record<string, Schema> => {
  const { properties = {}, oneOf = [] } = resolve(given);
  return Object.assign({}, properties, ...oneOf.map(fieldsOf));
};

/** `/v1/agents/{agent}` of the tests -> `/v1/agents/{id}` of the document. */
const documentedPath = (path: string) =>
  path
    .replace(/\{(session|message|delivery|token|question)\}/g, '{$1_id}')
    .replace(/\{\w+(?<!_id)\}/, '{id}')
    .replace('{version}', '{number}');

describe('a list in a body', () => {
  it('every list in a body has a maximum number of items', () => {
    const endless = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content?.['application/json']?.schema;
        return schema ? endlessArrays(schema, `${method} ${path}`) : [];
      }),
    );
    expect(endless).toEqual([]);
  });
});

describe('GET /openapi.json', () => {
  it('openapi.json needs no key and is OpenAPI 3.1', async () => {
    const response = await fetch(`${live.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    expect(document.openapi).toMatch(/^3\.1/);
  });

  it('openapi.json documents exactly the operations that exist', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const tested = operationsOf(ids).map(({ method, path }) => `${method} ${documentedPath(path)}`);
    expect(documented.toSorted()).toEqual(
      [...tested, ...OPERATIONS_OF_PEOPLE, ...PUBLIC_OPERATIONS].toSorted(),
    );
  });

  it('every operation has its own id, a summary, an answer and the error', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, responses } of operations) {
      expect(summary, operationId).toMatch(/\w/);
      expect(
        Object.keys(responses).some((status) => status.startsWith('2')),
        operationId,
      ).toBe(true);
      expect(responses, operationId).toHaveProperty('default');
    }
  });

  it('every $ref resolves', () => {
    const references = JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? [];
    for (const reference of new Set(references)) {
      const found = reference
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, reference).toBeDefined();
    }
  });

  it('required fields of bodies are marked as required', () => {
    const required = (path: string) =>
      resolve(document.paths[path]?.['post']?.requestBody?.content?.['application/json']?.schema ?? {})
        .required;
    expect(required('/v1/agents')?.toSorted()).toEqual(['knowledge_base_ids', 'name']);
    expect(required('/v1/agents/{id}/chat')).toEqual(['message']);
    expect(required('/v1/query')).toEqual(['query']);
    expect(required('/v1/api-keys')?.toSorted()).toEqual(['name', 'scope']);
  });
});

describe('answers fit the document', () => {
  it("every operation's success and errors fit the document", async () => {
    const own = await createOneOfEach(live, 'own');
    for (const { method, path, body, query = '' } of operationsOf(own)) {
      const operation = document.paths[documentedPath(path)]?.[method.toLowerCase()];
      if (!operation) throw new Error(`${method} ${path} is not documented`);
      const answer = await live.call(method, `${fillPath(path, own)}?${query}`, body);
      const [content] = Object.values(operation.responses[answer.status]?.content ?? {});
      const schema = content?.schema;
      expect(operation.responses, `${method} ${path}`).toHaveProperty(`${answer.status}`);
      // The schema of a stream is that of one event, and its tests read events.
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (answer.status !== 204 && !isStream)
        expect(
          misfits(answer.body, answer.status < 400 ? (schema ?? { enum: [] }) : { $ref: 'Error' }),
          `${method} ${path}`,
        ).toEqual([]);
      const wrong = await live.call(
        method,
        `${fillPath(path, own)}?nonsense=1`,
        body && { ...body, nonsense: 1 },
      );
      if (wrong.status >= 400)
        expect(misfits(wrong.body, { $ref: 'Error' }), `${method} ${path}`).toEqual([]);
    }
  });
});

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    '%00',
    "'; --",
    '\u202e',
    '🙂'.repeat(300),
    'null',
    '-1',
    '1e999',
  ),
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.constant(undefined),
);

/** Values for a documented field: mostly ones that fit, or nearly, and some that are anything. */
function valuesFor(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  return fc.oneof({ weight: 4, arbitrary: fitting(schema) }, { weight: 1, arbitrary: oddValue });
}
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesFor));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.pattern?.startsWith('^kb_')) return fc.constantFrom(ids.base, ids.spareBase, 'kb_0', ids.source);
  if (schema.pattern?.startsWith('^src_')) return fc.constantFrom(ids.source, 'src_0', ids.base);
  switch ([schema.type ?? []].flat()[0]) {
    case 'string':
      return oddText;
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 100) + 1 }),
        fc.double(),
      );
    case 'array':
      return fc.array(valuesFor(schema.items ?? {}), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    default:
      return oddValue;
  }
}

/** As it would stand in a query. An object may have a `toString` of its own that is no function. */
const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

describe('random requests made from the document', () => {
  const check = async (
    arbitrary: fc.Arbitrary<unknown>,
    send: (value: unknown) => Promise<{ status: number }>,
  ) =>
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        expect((await send(value)).status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  const operations = operationsOf({ base: 'kb_1' });

  it.each(operations.filter(({ body }) => body))('$method $path is never a 5xx', async ({ method, path }) => {
    const content = document.paths[documentedPath(path)]?.[method.toLowerCase()]?.requestBody?.content;
    const properties = fieldsOf(content?.['application/json']?.schema ?? {});
    expect(Object.keys(properties).length).toBeGreaterThan(0);
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valuesFor(schema)]),
    );
    await check(fc.record(fields, { requiredKeys: [] }), (body) =>
      live.call(method, fillPath(path, ids), body),
    );
    if (!content?.['multipart/form-data']) return;
    const parts = fc.array(fc.tuple(fc.constantFrom(...Object.keys(properties), 'file', 'tags[]'), oddText), {
      maxLength: 6,
    });
    await check(parts, (list) => {
      const form = new FormData();
      for (const [name, value] of list as [string, string][])
        if (name === 'file') form.append(name, new Blob([value]), value);
        else form.append(name, value);
      return live.call(method, fillPath(path, ids), form);
    });
  });

  it.each(operations.filter(({ method }) => method === 'GET'))(
    'GET $path is never a 5xx',
    async ({ path }) => {
      const parameters = document.paths[documentedPath(path)]?.['get']?.parameters ?? [];
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      if (inQuery.length === 0) return;
      const pairs = fc.array(
        fc
          .constantFrom(...inQuery)
          .chain(({ name, schema }) => fc.tuple(fc.constant(name), valuesFor(schema))),
        { maxLength: 5 },
      );
      await check(pairs, (list) => {
        const query = new URLSearchParams(
          (list as [string, unknown][])
            .filter(([name]) => name !== 'wait')
            .map(([name, value]): [string, string] => [name, textOf([value].flat()[0])]),
        );
        return live.get(`${fillPath(path, ids)}?${query}`);
      });
    },
  );

  it.each(operations.filter(({ method }) => method === 'GET'))(
    'GET $path with a NUL, which PostgreSQL cannot hold, is never a 5xx',
    async ({ path, query = '' }) => {
      const parameters = document.paths[documentedPath(path)]?.['get']?.parameters ?? [];
      const asked = parameters
        .filter((parameter) => parameter.in === 'query' && parameter.name !== 'wait')
        .map(({ name }) => `${fillPath(path, ids)}?${query}&${name}=%00`);
      const places = [...path.matchAll(/\{\w+\}/g)].map(([place]) =>
        fillPath(path.replace(place, '%00'), ids),
      );
      for (const url of [...asked, ...places, ...places.map((place) => place.replace('%00', 'a%00'))])
        expect([url, (await live.get(url)).status < 500]).toEqual([url, true]);
    },
  );

  it('random paths are never a 5xx', async () => {
    const paths = fc.array(
      fc.oneof(
        fc.constantFrom('v1', 'agents', 'knowledge-bases', 'api-keys', ids.agent, ids.source, 'chat', '..'),
        oddText,
      ),
      { maxLength: 6 },
    );
    await check(paths, (parts) =>
      live.get(`/v1/${(parts as string[]).map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`),
    );
  });
});
