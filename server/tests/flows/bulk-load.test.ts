import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const DOCUMENTS = 1_000;

/** It stands unless a test moves it: what is accepted depends on the limits, and not on the speed of the machine. */
let clockMs = Date.now();
let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService({ RATE_LIMITS: 'on' }, { now: () => clockMs });
  live = test.live;
});
afterAll(() => test.stop());
beforeEach(() => {
  clockMs += 60_000;
});

const textOf = (index: number): string => `Lighthouse number ${index} is ${index % 50} metres high.`;
const refusedOf = (answers: Answer[]): Answer[] => answers.filter(({ status }) => status !== 201);
const upload = (index: number): Promise<Answer> => {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', `File ${index}`);
  form.append('file', new Blob([textOf(index)]), `lighthouse-${index}.txt`);
  return live.post(SOURCES, form);
};

it('1,000 texts are accepted within a minute by batches, with the default limits', async () => {
  const all = Array.from({ length: DOCUMENTS }, (_, index) => index);
  for (let from = 0; from < DOCUMENTS; from += 100) {
    const sources = all.slice(from, from + 100).map((index) => ({
      type: 'text',
      name: `Text ${index}`,
      content: textOf(index),
      external_id: `text-${index}`,
    }));
    const { status, body } = await live.post(`${SOURCES}/batch`, { sources });
    expect(status).toBe(200);
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual(
      Array(100).fill(201),
    );
  }
});

it('1,000 files are accepted within two minutes by single uploads, with the default limits', async () => {
  for (let from = 0; from < DOCUMENTS; from += 10) {
    if (from === 600) clockMs += 60_000;
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => upload(from + index)));
    expect(refusedOf(answers)).toEqual([]);
  }
});
