import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const KEY = `svc_live_${'a1'.repeat(19)}`;

/** The output for one line. */
function written(what: object | string): string {
  const lines: string[] = [];
  createLog('trace', { write: (line) => void lines.push(line) }).info(what as object);
  return lines.join('');
}

describe('the log', () => {
  it.each([
    ['a header', { authorization: 'canary' }],
    ['headers of a request', { req: { headers: { authorization: 'canary', cookie: 'canary' } } }],
    ['headers of an answer', { res: { headers: { 'set-cookie': ['canary'] } } }],
    ['headers of what a library does', { busboyOptions: { headers: { authorization: 'canary' } } }],
    ['headers alone', { headers: { cookie: 'canary' } }],
    ['a password', { account: { password: 'canary' } }],
    ['a secret', { webhook: { secret: 'canary' } }],
    ['a token', { token: 'canary' }],
    ['a key of a provider', { settings: { apiKey: 'canary' } }],
    [
      'fields of an error',
      { err: Object.assign(new Error('out of reach'), { requestBodyValues: 'canary' }) },
    ],
    [
      'fields of the cause of an error',
      { err: new Error('no', { cause: Object.assign(new Error('why'), { detail: 'canary' }) }) },
    ],
    ['a field that an error should not have', { err: { name: 'Odd', password: 'canary' } }],
  ])('leaves out %s', (_, what) => {
    const text = written(what);
    expect(text).toContain('"level":30');
    expect(text).not.toContain('canary');
  });

  it('has messages and stacks of an error and its causes', () => {
    const line = JSON.parse(
      written({ err: new TypeError('no route', { cause: new Error('ECONNREFUSED') }) }),
    );
    expect(line.err).toMatchObject({ type: 'TypeError', message: 'no route: ECONNREFUSED' });
    expect(line.err.stack).toContain('log.test.ts');
    expect(line.err.stack).toContain('caused by: Error: ECONNREFUSED');
  });

  it.each([
    ['in a sentence', `the key ${KEY} was wrong`],
    ['in the words of an error', { err: new Error(`bad ${KEY}`) }],
    ['in any field', { what: { deep: { down: [`Bearer ${KEY}`] } } }],
    ['of a webhook', { why: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
  ])('redacts a key %s', (_, what) => {
    const text = written(what);
    expect(text).toMatch(/(svc_live_|whsec_)\[redacted\]/);
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).not.toMatch(/a1a1|MfKQ/);
  });
});
