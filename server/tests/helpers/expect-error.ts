import { expect } from 'vitest';
import type { Answer } from './start-test-service.ts';

const CODES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'invalid_request',
  409: 'conflict',
  412: 'invalid_request',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'unprocessable_entity',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Expects an error of the table: its status and code, a body with nothing else in it, a sentence, the request id in
 *  body and header, and the wrong field when there is one. */
export function expectError(answer: Answer, status: number, field?: string): void {
  // In one, so that a failure shows both; expect.soft does not know its test where several run at once.
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { error: { code: CODES[status] } },
  });
  const { error, ...rest } = answer.body;
  expect(rest).toEqual({});
  const { code: _, message, request_id, details = [], ...more } = error;
  // Those that speak OpenAI's protocol say these two as well.
  expect(Object.keys(more)).toEqual('type' in more ? ['type', 'param'] : []);
  expect(message).toMatch(/^\S.*\S$/s);
  expect(request_id).toMatch(/^req_[0-9a-z]{25}$/);
  expect(answer.headers.get('x-request-id')).toBe(request_id);
  for (const detail of details)
    expect(detail).toEqual({ field: expect.any(String), reason: expect.any(String) });
  if (field === undefined) return;
  expect(details.map((detail: { field: string }) => detail.field)).toContain(field);
  expect(message).toContain(field);
}
