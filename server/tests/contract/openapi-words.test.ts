import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

type Schema = { $ref?: string; description?: string; properties?: Record<string, Schema> };
type Operation = { operationId: string; summary?: string; description?: string; parameters?: Parameter[] };
type Parameter = { name: string; description?: string };
type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Schema> };
};

let test: TestService;
let document: OpenApi;
beforeAll(async () => {
  test = await startTestService();
  document = (await test.live.get('/openapi.json')).body;
});
afterAll(() => test.stop());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** A property that is a reference is described by what it refers to. */
const describes = ({ $ref, description }: Schema): boolean =>
  (description ?? document.components.schemas[$ref?.split('/').at(-1) ?? '']?.description ?? '') !== '';

/** The paths of all properties in a part of the document that nothing describes. */
function undescribed(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as Schema;
  const own = Object.entries(isProperties(properties) ? properties : {}).flatMap(([name, property]) =>
    describes(property) ? [] : [`${path}.${name}`],
  );
  const inside = Object.entries(part).flatMap(([key, value]) => undescribed(value, `${path}/${key}`));
  return [...own, ...inside];
}

/** A schema has a property that is called `properties` itself, if it has that keyword and a type beside it. */
const isProperties = (value: unknown): value is Record<string, Schema> =>
  typeof value === 'object' && value !== null && !('type' in value && typeof value.type === 'string');

describe('words in the document', () => {
  it('every operation has a summary and a description that says more', () => {
    const bare = operations().filter(
      ({ summary = '', description = '' }) => summary === '' || description === '' || description === summary,
    );
    expect(bare.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('every parameter has a description', () => {
    const bare = operations().flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ description = '' }) => description === '')
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('every property has a description, also deep inside', () => {
    expect(undescribed(document.components.schemas, 'schemas')).toEqual([]);
    expect(undescribed(document.paths, 'paths')).toEqual([]);
  });

  it('every named schema and header has a description', () => {
    const { schemas, headers } = document.components;
    const bare = Object.entries({ ...schemas, ...headers }).filter(
      ([name, { description = '' }]) => description === '' && !/(Response|Page)$/.test(name),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});
