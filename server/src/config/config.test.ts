import { describe, expect, it } from 'vitest';
import { OperatorError } from '#lib/operator-error.ts';
import { inspectConfig, readConfig } from './config.ts';
import { embeddingSettings, llmSettings, rerankSettings } from './models.ts';

const GOOGLE = { LLM_PROVIDER: 'google', LLM_MODEL: 'gemini-small', LLM_API_KEY: 'key' };
const SLIP = 'sk-secret with-a-slip';

const complaintsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message;
  }
  return '';
};

describe('model settings', () => {
  it('default to the bundled model and no reranker', () => {
    const config = readConfig({});
    expect(embeddingSettings(config, 'EMBEDDING')).toEqual({ settings: 'EMBEDDING', provider: 'static' });
    expect(embeddingSettings(config, 'PREVIOUS_EMBEDDING')).toBeUndefined();
    expect(rerankSettings(config)).toEqual({ settings: 'RERANK', provider: 'none' });
    const tei = readConfig({ RERANK_PROVIDER: 'tei', RERANK_BASE_URL: 'http://127.0.0.1:9/' });
    expect(rerankSettings(tei)).toEqual({
      settings: 'RERANK',
      provider: 'tei',
      baseUrl: 'http://127.0.0.1:9',
      candidates: 50,
      timeoutSeconds: 5,
    });
  });

  it('describe the embedding model and the previous one', () => {
    const config = readConfig({
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_MODEL: 'e5-small',
      EMBEDDING_BASE_URL: 'http://127.0.0.1:11434/v1/',
      EMBEDDING_OPTIONS: 'query_prefix="query: " dimensions=256',
      PREVIOUS_EMBEDDING: 'provider=google  model=gemini-embedding-001 api_key=key-of-google',
    });
    expect(embeddingSettings(config, 'EMBEDDING')).toMatchObject({
      settings: 'EMBEDDING',
      provider: 'openai-compatible',
      model: 'e5-small',
      baseUrl: 'http://127.0.0.1:11434/v1',
      queryPrefix: 'query: ',
      passagePrefix: '',
      dimensions: 256,
      batchSize: 32,
    });
    expect(embeddingSettings(config, 'PREVIOUS_EMBEDDING')).toMatchObject({
      settings: 'PREVIOUS_EMBEDDING',
      provider: 'google',
      model: 'gemini-embedding-001',
      apiKey: 'key-of-google',
    });
  });

  it('default to no language model', () => {
    const config = readConfig({});
    expect(llmSettings(config, 'LLM')).toBeUndefined();
    expect(llmSettings(config, 'FALLBACK_LLM')).toBeUndefined();
    expect(config).toMatchObject({
      LLM_ON_FAILURE: 'extractive',
      LLM_CONTEXT_TOKENS: 6_000,
      LLM_HISTORY_TOKENS: 2_000,
      LLM_MAX_OUTPUT_TOKENS: 1_024,
      GROUNDING: 'strict',
      SANDBOX_LLM: 'off',
    });
  });

  it('describe the language model and its fallback', () => {
    const config = readConfig({
      LLM_PROVIDER: 'anthropic',
      LLM_MODEL: 'claude-small',
      LLM_API_KEY: 'key-of-anthropic',
      LLM_OPTIONS: 'input_price=0.25 output_price=1.25 requests_per_minute=500',
      FALLBACK_LLM:
        'provider=openai-compatible model=llama3.2 base_url=http://127.0.0.1:11434/v1/ timeout_seconds=120',
    });
    expect(llmSettings(config, 'LLM')).toEqual({
      settings: 'LLM',
      provider: 'anthropic',
      model: 'claude-small',
      baseUrl: undefined,
      apiKey: 'key-of-anthropic',
      timeoutSeconds: 60,
      requestsPerMinute: 500,
      prices: { input: 0.25, output: 1.25 },
    });
    expect(llmSettings(config, 'FALLBACK_LLM')).toEqual({
      settings: 'FALLBACK_LLM',
      provider: 'openai-compatible',
      model: 'llama3.2',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: undefined,
      timeoutSeconds: 120,
      requestsPerMinute: undefined,
      prices: undefined,
    });
  });

  it.each([
    {
      env: { EMBEDDING_PROVIDER: 'openai' },
      sentences: [
        'EMBEDDING_MODEL: is missing; EMBEDDING_PROVIDER=openai needs it.',
        'EMBEDDING_API_KEY: is missing; EMBEDDING_PROVIDER=openai needs it.',
      ],
    },
    {
      env: { EMBEDDING_PROVIDER: 'openai-compatible', EMBEDDING_MODEL: 'e5' },
      sentences: ['EMBEDDING_BASE_URL: is missing; EMBEDDING_PROVIDER=openai-compatible needs it.'],
    },
    {
      env: { EMBEDDING_MODEL: 'text-embedding-3-small' },
      sentences: [
        'EMBEDDING_MODEL=text-embedding-3-small: must be instant, or the path of a Model2Vec folder, such as ./my-model; or set another provider.',
      ],
    },
    {
      env: { PREVIOUS_EMBEDDING: 'model=text-embedding-3-small' },
      sentences: ['provider in PREVIOUS_EMBEDDING: must be one of static, transformers, openai'],
    },
    {
      env: { PREVIOUS_EMBEDDING: 'provider=transformers dimensions=256' },
      sentences: [
        'model in PREVIOUS_EMBEDDING: is missing',
        'dimensions in PREVIOUS_EMBEDDING: has no effect with provider=transformers in PREVIOUS_EMBEDDING.',
      ],
    },
    {
      env: { PREVIOUS_EMBEDDING: 'provider=static provider=openai' },
      sentences: ['PREVIOUS_EMBEDDING: has provider twice.'],
    },
    {
      env: { FALLBACK_LLM: 'provider: google' },
      sentences: ['FALLBACK_LLM: must be key=value pairs with spaces between them'],
    },
    {
      env: { EMBEDDING_OPTIONS: 'query_prefix="query: ' },
      sentences: ['EMBEDDING_OPTIONS: must be key=value pairs'],
    },
    {
      env: { ...GOOGLE, LLM_OPTIONS: 'timeout=5 timeout_seconds=0 api_key=key-of-google' },
      sentences: [
        'timeout in LLM_OPTIONS: is not an option. With LLM_PROVIDER=google there are timeout_seconds, ',
        'timeout_seconds=0 in LLM_OPTIONS: ',
        'api_key in LLM_OPTIONS: has a setting of its own, LLM_API_KEY.',
      ],
    },
    {
      env: { RERANK_PROVIDER: 'tei', RERANK_MODEL: 'bge' },
      sentences: [
        'RERANK_BASE_URL: is missing; RERANK_PROVIDER=tei needs it.',
        'RERANK_MODEL: has no effect with RERANK_PROVIDER=tei.',
      ],
    },
    {
      env: { RERANK_OPTIONS: 'candidates=20' },
      sentences: ['candidates in RERANK_OPTIONS: has no effect with RERANK_PROVIDER=none.'],
    },
    {
      env: { LLM_PROVIDER: 'openai' },
      sentences: [
        'LLM_MODEL: is missing; LLM_PROVIDER=openai needs it.',
        'LLM_API_KEY: is missing; LLM_PROVIDER=openai needs it.',
      ],
    },
    {
      env: { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'llama3.2' },
      sentences: ['LLM_BASE_URL: is missing; LLM_PROVIDER=openai-compatible needs it.'],
    },
    {
      env: { LLM_MODEL: 'llama3.2', LLM_MAX_OUTPUT_TOKENS: '500', GROUNDING: 'lenient', SANDBOX_LLM: 'on' },
      sentences: [
        'LLM_MODEL: has no effect with LLM_PROVIDER=none. Remove it, or set another provider.',
        'LLM_MAX_OUTPUT_TOKENS: has no effect with LLM_PROVIDER=none.',
        'GROUNDING: has no effect with LLM_PROVIDER=none.',
        'SANDBOX_LLM: has no effect with LLM_PROVIDER=none.',
      ],
    },
    {
      env: { FALLBACK_LLM: 'provider=google model=gemini-small api_key=key' },
      sentences: ['FALLBACK_LLM: has no effect with LLM_PROVIDER=none.'],
    },
    {
      env: { ...GOOGLE, LLM_OPTIONS: 'input_price=1' },
      sentences: ['output_price in LLM_OPTIONS: is missing; the other price needs it. 0 is a price too.'],
    },
    { env: { LLM_PROVIDER: 'ollama' }, sentences: ['LLM_PROVIDER=ollama: must be one of'] },
    { env: { RERANK_PROVIDER: 'openai' }, sentences: ['RERANK_PROVIDER=openai: must be one of'] },
    { env: { EMBEDDING_PROVIDER: 'ollama' }, sentences: ['EMBEDDING_PROVIDER=ollama: must be one of'] },
    {
      env: { RERANK_PROVIDER: 'cohere', RERANK_OPTIONS: 'candidates=0' },
      sentences: ['RERANK_MODEL: is missing', 'candidates=0 in RERANK_OPTIONS: '],
    },
  ])('are refused with a sentence each when they contradict each other: $env', ({ env, sentences }) => {
    const complaints = complaintsOf(env);
    for (const sentence of sentences) expect(complaints).toContain(sentence);
    expect(complaints.split('\n')).toHaveLength(1 + (complaints.match(/^ {2}/gm)?.length ?? 0));
  });

  it.each([
    ['EMBEDDING_API_KEY', { EMBEDDING_PROVIDER: 'openai', EMBEDDING_API_KEY: SLIP }],
    ['api_key in PREVIOUS_EMBEDDING', { PREVIOUS_EMBEDDING: `provider=openai api_key="${SLIP}"` }],
    ['RERANK_API_KEY', { RERANK_PROVIDER: 'jina', RERANK_API_KEY: SLIP }],
    ['LLM_API_KEY', { LLM_PROVIDER: 'openai', LLM_API_KEY: SLIP }],
    ['api_key in FALLBACK_LLM', { FALLBACK_LLM: `provider=openai api_key='${SLIP}'` }],
  ])('do not show a wrong key: %s', (name, env) => {
    const complaints = complaintsOf(env);
    expect(complaints).toContain(`${name}: is not a key: it has a space`);
    expect(complaints).not.toContain('sk-secret');
    expect(complaints).not.toContain('with-a-slip');
  });
});

describe('retired settings', () => {
  it('are all answered at once, each with its new name or its fixed value', () => {
    const complaints = complaintsOf({
      EMBEDDING_MODEL_PATH: '/models/own',
      EMBEDDING_QUERY_PREFIX: 'query: ',
      PREVIOUS_EMBEDDING_PROVIDER: 'openai',
      PREVIOUS_EMBEDDING_API_KEY: 'sk-secret',
      RERANK_CANDIDATES: '20',
      LLM_TIMEOUT_SECONDS: '90',
      FALLBACK_LLM_BASE_URL: 'https://user:sk-secret@models.example.com',
      RATE_LIMIT_CONCURRENT_CHATS: '5',
      WATCH_SECONDS: '10',
      JOB_ATTEMPTS: '',
    });
    expect(complaints.split('\n')).toEqual([
      'Some settings are wrong:',
      "  EMBEDDING_QUERY_PREFIX: is now EMBEDDING_OPTIONS, as query_prefix='query: '.",
      '  PREVIOUS_EMBEDDING_PROVIDER: is now PREVIOUS_EMBEDDING, as provider=openai.',
      '  PREVIOUS_EMBEDDING_API_KEY: is now PREVIOUS_EMBEDDING, as api_key=….',
      '  RERANK_CANDIDATES: is now RERANK_OPTIONS, as candidates=20.',
      '  LLM_TIMEOUT_SECONDS: is now LLM_OPTIONS, as timeout_seconds=90.',
      '  FALLBACK_LLM_BASE_URL: is now FALLBACK_LLM, as base_url=https://***@models.example.com.',
      '  RATE_LIMIT_CONCURRENT_CHATS: is now RATE_LIMITS, as chats=5.',
      '  EMBEDDING_MODEL_PATH: is now EMBEDDING_MODEL.',
      '  WATCH_SECONDS: is no longer a setting: it is 60. Remove it.',
    ]);
  });

  it('leave at most 76, none of which is retired', () => {
    const names = inspectConfig({}).settings.map(({ name }) => name);
    expect(names.length).toBeLessThanOrEqual(76);
    expect(new Set(names).size).toBe(names.length);
    const retired = [...names, 'LLM_INPUT_PRICE', 'JOB_ATTEMPTS'].filter((name) =>
      complaintsOf({ [name]: '1' }).includes(`${name}: is n`),
    );
    expect(retired).toEqual(['LLM_INPUT_PRICE', 'JOB_ATTEMPTS']);
  });
});

describe('RATE_LIMITS', () => {
  const limits = (RATE_LIMITS: string) => readConfig({ RATE_LIMITS }).RATE_LIMITS;

  it('changes the limits it names and keeps the others', () => {
    expect(limits('chat=120 auth=5')).toEqual({ ...limits('on'), chat: 120, auth: 5 });
    expect(limits('')).toMatchObject({ isOn: true, read: 600, chat: 60, chats: 10, streams: 20 });
    expect(limits('off chat=120')).toMatchObject({ isOn: false, chat: 120 });
    expect(limits('off').isOn).toBe(false);
  });

  it.each(['chat=0', 'chat=-1', 'chat=1.5', 'chat=many', 'chats', 'offchat=1', 'on off', 'cat=5', '60'])(
    'refuses %s',
    (value) => {
      expect(() => limits(value)).toThrow(`RATE_LIMITS=${value}: `);
    },
  );
});

describe('inspectConfig', () => {
  const inForce = (env: Record<string, string>, ...files: Parameters<typeof inspectConfig>[1] & object) =>
    Object.fromEntries(
      inspectConfig(env, files).settings.map(({ name, value, source }) => [name, `${value} (${source})`]),
    );

  it('tells defaults, the environment and files apart', () => {
    const file = { path: 'prod.env', values: { PORT: '9000', LOG_LEVEL: 'warn', HOST: '0.0.0.0' } };
    expect(inForce({ PORT: '9000', LOG_LEVEL: 'debug', HOST: '', RATE_LIMITS: 'off' }, file)).toMatchObject({
      PORT: '9000 (prod.env)',
      LOG_LEVEL: 'debug (environment)',
      HOST: '127.0.0.1 (default)',
      RATE_LIMITS: 'off (environment)',
      CORS_ORIGINS: 'undefined (default)',
    });
  });

  it('masks secrets, also within URLs and key=value pairs', () => {
    expect(
      inForce({
        DATABASE_URL: 'postgres://app:p@ss/w0rd@db.example.com/footnote?sslpassword=canary&sslmode=require',
        LLM_BASE_URL: 'https://canary@models.example.com/v1',
        LLM_API_KEY: 'canary',
        FALLBACK_LLM: 'provider=openai model=small api_key="canary" timeout_seconds=5',
        PREVIOUS_EMBEDDING: 'provider=google model=small api_key=sk-1&canary',
        METRICS_TOKEN: 'canary',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=canary',
        OIDC_CLIENT_SECRET: 'canary',
      }),
    ).toMatchObject({
      DATABASE_URL:
        'postgres://app:***@db.example.com/footnote?sslpassword=***&sslmode=require (environment)',
      LLM_BASE_URL: 'https://***@models.example.com/v1 (environment)',
      LLM_API_KEY: '*** (environment)',
      FALLBACK_LLM: 'provider=openai model=small api_key=*** timeout_seconds=5 (environment)',
      PREVIOUS_EMBEDDING: 'provider=google model=small api_key=*** (environment)',
      METRICS_TOKEN: '*** (environment)',
      OTEL_EXPORTER_OTLP_HEADERS: '*** (environment)',
      OIDC_CLIENT_SECRET: '*** (environment)',
    });
  });

  it('hides all of a wrong value that may have a secret', () => {
    const env = { DATABASE_URL: 'mysql//app:canary@db', FALLBACK_LLM: 'api_key canary' };
    expect(JSON.stringify(inspectConfig(env))).not.toContain('canary');
  });

  it('names everything that is wrong', () => {
    const { wrong } = inspectConfig({ PORT: 'eighty', WATCH_SECONDS: '5', LLM_PROVIDER: 'openai' });
    expect(wrong.map((sentence) => sentence.split(':')[0])).toEqual([
      'WATCH_SECONDS',
      'PORT=eighty',
      'LLM_MODEL',
      'LLM_API_KEY',
    ]);
  });
});

describe('server settings', () => {
  it('open nothing by default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ CORS_ORIGINS: [], OTEL_TRACES_SAMPLER_ARG: 1 });
    for (const name of ['METRICS_TOKEN', 'TLS_CERT_FILE', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const)
      expect(config[name]).toBeUndefined();
  });

  it('take lists of origins', () => {
    const { CORS_ORIGINS } = readConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:5173,' });
    expect(CORS_ORIGINS).toEqual(['https://a.example', 'http://localhost:5173']);
    expect(readConfig({ CORS_ORIGINS: '*' }).CORS_ORIGINS).toEqual(['*']);
  });

  it.each([
    [{ CORS_ORIGINS: 'https://a.example/app' }, 'is not an origin'],
    [{ CORS_ORIGINS: '*,https://a.example' }, 'remove the others'],
    [{ METRICS_TOKEN: 'short' }, 'takes 16 characters or more'],
    [{ TLS_KEY_FILE: 'key.pem' }, 'TLS_CERT_FILE: is missing'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'token' }, 'comma list of name=value'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY=on: must be off, a number of proxies, or a comma list'],
  ])('are refused with a reason: %o', (env, words) => {
    expect(complaintsOf(env)).toContain(words);
  });

  it('do not show a wrong token', () => {
    expect(complaintsOf({ METRICS_TOKEN: 'canary', OTEL_EXPORTER_OTLP_HEADERS: 'canary' })).not.toContain(
      'canary',
    );
  });
});
