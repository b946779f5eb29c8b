import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { serve } from '../helpers/local-server.ts';
import { streamChat } from '../helpers/read-events.ts';
import { defaultKnowledgeBase, startTestService, type TestService } from '../helpers/start-test-service.ts';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: { key: string; value: Record<string, unknown> }[];
};

/** A collector of traces, which keeps what it is sent. */
async function startCollector() {
  const spans: Span[] = [];
  const resources: unknown[] = [];
  const heads: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = await serve(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    heads.push({ path: request.url, headers: request.headers });
    for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
      resources.push(...resource.attributes);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { origin: server.origin, spans, resources, heads };
}

const attributeOf = ({ attributes }: Span, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

async function addAgent({ live }: TestService): Promise<string> {
  await live.addText('Pier', 'The pier is 300 metres long.');
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  return (await live.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('requests, searches, models and jobs are traced, and none of what they are about', async () => {
    const collector = await startCollector();
    const model = await startFakeChatServer();
    onTestFinished(() => model.close());
    model.always({ pieces: ['The pier is 300 metres long [1]. '] });
    const test = await startTestService({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=footnote,x-other=a=b',
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${model.origin}/v1`,
    });
    const agent = await addAgent(test);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await test.live.call('GET', '/v1/query?query=canary-of-query', undefined, { traceparent });
    await streamChat(test.live, agent, {
      message: 'How long is the pier, canary?',
      session_id: 'canary-session',
    });
    await test.live.get('/v1/agents/agt_canary');
    await test.live.call('POST', '/v1/query', '{"query": canary-of-json');
    await test.stop();

    const { spans } = collector;
    const named = (name: string): Span => {
      const span = spans.find((each) => each.name === name);
      if (!span) throw new Error(`There is no span ${name} among ${spans.map((each) => each.name)}`);
      return span;
    };
    const query = named('GET /v1/query');
    expect(query).toMatchObject({
      traceId: traceparent.split('-')[1],
      parentSpanId: traceparent.split('-')[2],
      kind: 2,
    });
    expect(attributeOf(query, 'http.route')).toBe('/v1/query');
    expect(Number(attributeOf(query, 'http.response.status_code'))).toBe(200);
    expect(attributeOf(query, 'request_id')).toMatch(/^req_/);
    const within = (parent: Span): Span[] =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
    const [search] = within(query);
    expect(search).toMatchObject({ name: 'search', traceId: query.traceId });
    expect(within(search as Span).map(({ name }) => name)).toEqual(['embed']);
    const chat = named('POST /v1/agents/:id/chat');
    expect(
      within(chat)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['generate', 'search']);
    const job = named('ingest-source');
    expect(job).toMatchObject({ kind: 5 });
    expect(attributeOf(job, 'environment')).toBe('live');
    // A mistake of the client is no error of the service.
    expect(spans.filter(({ status }) => status.code === 2)).toEqual([]);
    expect(JSON.stringify(spans)).not.toContain('canary');
    expect(JSON.stringify(spans)).not.toContain('svc_');
    expect(collector.resources).toContainEqual({ key: 'service.name', value: { stringValue: 'footnote' } });
    expect(collector.heads[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-team': 'footnote', 'x-other': 'a=b' },
    });
  });

  it('a missing collector fails no request and is named in the log', async () => {
    const test = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await test.live.get('/v1/agents')).status).toBe(200);
    await test.stop();
    expect(test.logs.join('')).toContain('traces could not be sent');
  });

  it('OTEL_TRACES_SAMPLER_ARG=0 sends only traces that callers began', async () => {
    const collector = await startCollector();
    const test = await startTestService({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await test.live.get('/v1/agents');
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await test.live.call('GET', '/v1/knowledge-bases', undefined, { traceparent });
    await test.stop();
    expect(collector.spans.map(({ name }) => name)).toEqual(['GET /v1/knowledge-bases']);
  });
});

describe('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('without OTEL_EXPORTER_OTLP_ENDPOINT no tracing code is loaded', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'footnote-traces-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => {
        const found = next(name, context);
        loaded.push(found.url);
        return found;
      } });
      const { default: pino } = await import('pino');
      const { readConfig } = await import('#config/config.ts');
      const { startService } = await import('#main.ts');
      const config = readConfig({ PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ${JSON.stringify(dataDir)} });
      const service = await startService({ config, log: pino({ level: 'silent' }) });
      await fetch(service.baseUrls.live + '/v1/agents');
      await service.stop();
      console.log(JSON.stringify(loaded));
    `;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 16_000_000 });
    const loaded: string[] = JSON.parse(stdout);
    expect(loaded.filter((url) => url.includes('/fastify/'))).not.toEqual([]);
    // prom-client brings the interface, which does nothing by itself.
    const interfaceAlone = /node_modules\/@opentelemetry\/api\//;
    const more = loaded.filter(
      (url) => /opentelemetry|open-telemetry/.test(url) && !interfaceAlone.test(url),
    );
    expect(more).toEqual([]);
  });
});
