import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createOneOfEach, type Ids } from '../helpers/operations.ts';
import { snapshot } from '../helpers/snapshot.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

/** Set by `prepareBadInput` before the tests begin. */
export let test: TestService;
export let live: Client;
export let ids: Ids;

/** Has a service with one of everything stand for the tests of a file, which must leave it as it is and log no
 *  warning. */
export function prepareBadInput(): void {
  let before: unknown;
  beforeAll(async () => {
    test = await startTestService();
    live = test.live;
    ids = await createOneOfEach(live, 'live');
  });
  beforeEach(async () => {
    before = await snapshot(live, ids.agent);
    return async () => expect(await snapshot(live, ids.agent), 'something was written').toEqual(before);
  });
  afterAll(async () => {
    const errors = test.logs.filter((line) => JSON.parse(line).level >= 40);
    await test.stop();
    expect(errors).toEqual([]);
  });
}

export const sources = '/v1/knowledge-base/sources';
export const json = { 'content-type': 'application/json' };
