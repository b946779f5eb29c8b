import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  required?: string[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
};
type Body = { content?: Record<string, { schema: Schema }> };
type OpenApi = {
  servers: { url: string }[];
  paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>;
  components: { schemas: Record<string, Schema> };
};

let test: TestService;
let live: Client;
let document: OpenApi;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  document = (await live.get('/openapi.json')).body;
});
afterAll(() => test.stop());

const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

describe('a new source in the document', () => {
  const path = '/v1/knowledge-base/sources';
  const valid: Record<string, Record<string, unknown>> = {
    text: { type: 'text', name: 'Pier', content: 'The pier is 300 metres long.' },
    url: { type: 'url', name: 'Page', url: 'http://127.0.0.1:1/' },
  };
  const schemaOf = (type: string): Schema => {
    const body = document.paths[path]?.['post']?.requestBody?.content?.['application/json']?.schema ?? {};
    const { discriminator } = resolve(body);
    return resolve({ $ref: discriminator?.mapping[type] ?? '' });
  };

  it.each(Object.keys(valid))(
    '%s: the fields that it requires are those that the server misses',
    async (type) => {
      expect((await live.post(path, valid[type])).status).toBe(201);
      const { required = [] } = schemaOf(type);
      expect(required.toSorted()).toEqual(Object.keys(valid[type] ?? {}).toSorted());
      for (const field of required.filter((each) => each !== 'type')) {
        const { [field]: _, ...others } = valid[type] ?? {};
        expect([field, (await live.post(path, others)).status]).toEqual([field, 400]);
      }
    },
  );

  it.each(Object.keys(valid))(
    '%s: fields of the other types are not among its own, and get 422',
    async (type) => {
      const { properties = {} } = schemaOf(type);
      for (const [field, value] of [
        ['content', 'A'],
        ['url', 'http://127.0.0.1:1/'],
        ['refresh_interval_hours', 1],
      ]) {
        const { status } = await live.post(path, { ...valid[type], [String(field)]: value });
        expect([field, status === 201]).toEqual([field, String(field) in properties]);
      }
    },
  );

  it('a document is a form with a file', async () => {
    const form = document.paths[path]?.['post']?.requestBody?.content?.['multipart/form-data']?.schema ?? {};
    expect(resolve(form).required?.toSorted()).toEqual(['file', 'name', 'type']);
    expect(resolve(form).properties?.['file']).toMatchObject({ type: 'string', format: 'binary' });
  });
});

describe('names in the document', () => {
  it('no schema is named by accident, and every JSON body and answer has a name', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))).toEqual([]);
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody, responses }) =>
        [requestBody, ...Object.values(responses)].flatMap(
          (each) => each?.content?.['application/json'] ?? [],
        ),
      ),
    );
    expect(bodies.filter(({ schema }) => schema.$ref === undefined)).toEqual([]);
    expect(document.components.schemas).toHaveProperty('AgentResponse');
    expect(document.components.schemas).toHaveProperty('AgentPage');
  });

  it('answers stay open to new fields and words, requests do not', () => {
    const { Source, Agent, CreateAgent } = document.components.schemas;
    expect([
      Source?.additionalProperties,
      Agent?.additionalProperties,
      CreateAgent?.additionalProperties,
    ]).toEqual([undefined, undefined, false]);
    expect(Source?.properties?.['stage']?.anyOf).toEqual([
      { $ref: '#/components/schemas/SourceStage' },
      { type: 'string' },
    ]);
  });

  it('a field with a default has none that would make it required in generated clients', () => {
    expect(JSON.stringify(document)).not.toMatch(/"default":(?!\{"\$ref")/);
  });

  it('an event of a stream is told by its name', () => {
    expect(Object.keys(resolve({ $ref: 'ChatStreamEvent' }).discriminator?.mapping ?? {})).toEqual([
      'meta',
      'search',
      'delta',
      'withdraw',
      'sources',
      'done',
      'error',
    ]);
  });
});

describe('servers in the document', () => {
  it('are those at which the client reaches the service', () => {
    expect(document.servers[0]?.url).toBe(live.baseUrl.replace('127.0.0.1', new URL(live.baseUrl).hostname));
    expect(document.servers).toHaveLength(2);
  });
});
