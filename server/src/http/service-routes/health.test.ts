import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handleErrors } from '#http/error-handler.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { healthRoutes } from './health.ts';

function appWith(
  check: () => Promise<void>,
  isStopping = () => false,
  parts: () => Promise<Record<string, 'ok' | 'failing'>> = async () => ({}),
) {
  const app = fastify();
  healthRoutes(app, { checks: { storage: check, models: async () => {} }, parts, isStopping });
  onTestFinished(() => app.close());
  const get = async (path: string) => {
    const { statusCode, body } = await app.inject(path);
    return { statusCode, body: JSON.parse(body) };
  };
  return { ready: () => get('/readyz'), healthy: () => get('/healthz') };
}

describe('GET /readyz', () => {
  it('is 503 and names the failing check until the check succeeds again', async () => {
    let isGone = true;
    const { ready, healthy } = appWith(async () => {
      if (isGone) throw new Error('ECONNREFUSED');
    });
    const checks = { storage: 'failing', models: 'ok' };
    const faults = { storage: 'The check failed.' };
    expect(await ready()).toEqual({ statusCode: 503, body: { status: 'not ready', checks, faults } });
    expect(await healthy()).toEqual({ statusCode: 200, body: { status: 'ok' } });
    isGone = false;
    expect(await ready()).toEqual({
      statusCode: 200,
      body: { status: 'ready', checks: { storage: 'ok', models: 'ok' } },
    });
  });

  it('says what is wrong with the database', async () => {
    const message = 'The database does not answer.';
    const { ready } = appWith(async () => {
      throw new StorageUnavailableError({ cause: new Error('10.0.0.7:5432'), message });
    });
    const { body } = await ready();
    expect(body.faults).toEqual({ storage: message });
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
  });

  it('does not wait for a hanging check or start it again, and is 200 once the check succeeds', async () => {
    let asked = 0;
    let isHanging = true;
    let comeBack = (): void => {};
    const { ready, healthy } = appWith(() => {
      asked++;
      if (!isHanging) return Promise.resolve();
      return new Promise((resolve) => {
        comeBack = resolve;
      });
    });
    const answers = await Promise.all([ready(), ready(), ready()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(answers[0]?.body.faults).toEqual({ storage: 'There was no answer within 2 seconds.' });
    expect(asked).toBe(1);
    expect((await healthy()).statusCode).toBe(200);
    isHanging = false;
    comeBack();
    expect((await ready()).statusCode).toBe(200);
    expect((await ready()).statusCode).toBe(200);
    expect(asked).toBeGreaterThan(1);
  });

  it('names what only some workspaces need, and stays 200, because other nodes cannot reach it either', async () => {
    const parts = { 'group 1': 'ok', 'group 2': 'failing' } as const;
    const answering = appWith(
      async () => {},
      () => false,
      async () => parts,
    );
    expect(await answering.ready()).toMatchObject({ statusCode: 200, body: { status: 'ready', parts } });
    const gone = appWith(
      () => Promise.reject(new Error('gone')),
      () => false,
      () => Promise.reject(new Error('gone')),
    );
    expect(await gone.ready()).toMatchObject({ statusCode: 503, body: { checks: { storage: 'failing' } } });
  });

  it('is 503 while the service stops, even if all checks succeed', async () => {
    const { ready, healthy } = appWith(
      async () => {},
      () => true,
    );
    expect(await ready()).toMatchObject({ statusCode: 503, body: { status: 'stopping' } });
    expect((await healthy()).statusCode).toBe(200);
  });
});

describe('a request while the database cannot be reached', () => {
  it('gets 503 with Retry-After, without the message of the database', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    handleErrors(app);
    app.get('/', () => {
      throw new StorageUnavailableError({ cause: new Error('connect ECONNREFUSED 10.0.0.7:5432') });
    });
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).not.toContain('10.0.0.7');
    expect(JSON.parse(answer.body).error).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Send the request again'),
    });
  });
});
