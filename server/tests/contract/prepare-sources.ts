import { afterAll, beforeAll, expect } from 'vitest';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { startTestSite, type TestSite } from '../helpers/test-site.ts';

/** Set by `prepareSources` before the tests begin. */
export let site: TestSite;
export let live: Client;

/** Has a service and a test site stand for the tests of a file. */
export function prepareSources(): void {
  let test: TestService;
  beforeAll(async () => {
    site = await startTestSite();
    test = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host });
    live = test.live;
  });
  afterAll(async () => {
    await test.stop();
    await site.close();
  });
}

export const sources = '/v1/knowledge-base/sources';

/** What one of the sources says. */
export const kettle =
  'The copper kettle of the lighthouse keeper whistles at four every afternoon, when the ferry is in sight.';

/** The fields of a form; those of one name are several. */
export type Fields = Record<string, string | string[] | Blob>;
/** A form with its file. */
export const form = (fields: Fields, fileName = 'notes.txt'): FormData => {
  const data = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) {
      if (value instanceof Blob) data.append(name, value, fileName);
      else data.append(name, value);
    }
  return data;
};
/** A document once it is indexed or failed. */
export const upload = async (
  bytes: string | Uint8Array<ArrayBuffer>,
  fileName = 'notes.txt',
  fields: Fields = {},
) => {
  const file = new Blob([bytes]);
  const added = await live.post(
    sources,
    form({ type: 'document', name: fileName, ...fields, file }, fileName),
  );
  expect(added.status).toBe(201);
  return await settled(added.body.data.id);
};
/** A source once it is indexed or failed. */
export const settled = async (id: string) => (await live.get(`${sources}/${id}?wait=30`)).body.data;
/** The text of a source. */
export const contentOf = async (id: string) => (await live.get(`${sources}/${id}/content`)).body.data.text;
/** What a search finds. */
export const hits = async (
  query: string,
  more: Record<string, unknown> = {},
): Promise<{ source_id: string; text: string }[]> =>
  (await live.post('/v1/query', { query, limit: 20, ...more })).body.data.results;
