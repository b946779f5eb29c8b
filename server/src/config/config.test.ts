import { describe, expect, it } from 'vitest';
import { OperatorError } from '#lib/operator-error.ts';
import { describeConfig, readConfig } from './config.ts';
import { embeddingSettings, llmSettings, rerankSettings } from './models.ts';

const complaintsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message;
  }
  return '';
};

describe('the settings of models', () => {
  it('are the bundled model and no reranker without any variable', () => {
    const config = readConfig({});
    expect(embeddingSettings(config, 'EMBEDDING')).toMatchObject({
      provider: 'static',
      modelPath: undefined,
    });
    expect(embeddingSettings(config, 'PREVIOUS_EMBEDDING')).toBeUndefined();
    expect(rerankSettings(config)).toMatchObject({ provider: 'none', candidates: 50, timeoutSeconds: 5 });
  });

  it('are read for a model and for the one before it', () => {
    const config = readConfig({
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_MODEL: 'e5-small',
      EMBEDDING_BASE_URL: 'http://127.0.0.1:11434/v1/',
      EMBEDDING_QUERY_PREFIX: 'query: ',
      EMBEDDING_DIMENSIONS: '256',
      PREVIOUS_EMBEDDING_PROVIDER: 'google',
      PREVIOUS_EMBEDDING_MODEL: 'gemini-embedding-001',
      PREVIOUS_EMBEDDING_API_KEY: 'key-of-google',
    });
    expect(embeddingSettings(config, 'EMBEDDING')).toMatchObject({
      settings: 'EMBEDDING',
      provider: 'openai-compatible',
      model: 'e5-small',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: undefined,
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

  it('are no language model without any variable', () => {
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

  it('are read for a language model and for the one behind it', () => {
    const config = readConfig({
      LLM_PROVIDER: 'anthropic',
      LLM_MODEL: 'claude-small',
      LLM_API_KEY: 'key-of-anthropic',
      LLM_INPUT_PRICE: '0.25',
      LLM_OUTPUT_PRICE: '1.25',
      LLM_REQUESTS_PER_MINUTE: '500',
      FALLBACK_LLM_PROVIDER: 'openai-compatible',
      FALLBACK_LLM_MODEL: 'llama3.2',
      FALLBACK_LLM_BASE_URL: 'http://127.0.0.1:11434/v1/',
      FALLBACK_LLM_TIMEOUT_SECONDS: '120',
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
        'EMBEDDING_MODEL: has no effect with EMBEDDING_PROVIDER=static. Remove it, or set another provider.',
      ],
    },
    {
      env: { PREVIOUS_EMBEDDING_MODEL: 'text-embedding-3-small' },
      sentences: ['PREVIOUS_EMBEDDING_MODEL: has no effect with PREVIOUS_EMBEDDING_PROVIDER=.'],
    },
    {
      env: { PREVIOUS_EMBEDDING_PROVIDER: 'transformers', PREVIOUS_EMBEDDING_DIMENSIONS: '256' },
      sentences: [
        'PREVIOUS_EMBEDDING_MODEL: is missing',
        'PREVIOUS_EMBEDDING_DIMENSIONS: has no effect with PREVIOUS_EMBEDDING_PROVIDER=transformers.',
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
      env: { RERANK_CANDIDATES: '20' },
      sentences: ['RERANK_CANDIDATES: has no effect with RERANK_PROVIDER=none.'],
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
      env: {
        FALLBACK_LLM_PROVIDER: 'google',
        FALLBACK_LLM_MODEL: 'gemini-small',
        FALLBACK_LLM_API_KEY: 'key',
      },
      sentences: ['FALLBACK_LLM_PROVIDER: has no effect with LLM_PROVIDER=none.'],
    },
    {
      env: { LLM_PROVIDER: 'google', LLM_MODEL: 'gemini-small', LLM_API_KEY: 'key', LLM_INPUT_PRICE: '1' },
      sentences: ['LLM_OUTPUT_PRICE: is missing; the other price needs it. 0 is a price too.'],
    },
    { env: { LLM_PROVIDER: 'ollama' }, sentences: ['LLM_PROVIDER=ollama: Invalid option'] },
    { env: { RERANK_PROVIDER: 'openai' }, sentences: ['RERANK_PROVIDER=openai: Invalid option'] },
    { env: { EMBEDDING_PROVIDER: 'ollama' }, sentences: ['EMBEDDING_PROVIDER=ollama: Invalid option'] },
    { env: { RERANK_PROVIDER: 'cohere', RERANK_CANDIDATES: '0' }, sentences: ['RERANK_CANDIDATES=0: '] },
  ])('stop the start where they do not go together: $env', ({ env, sentences }) => {
    const complaints = complaintsOf(env);
    for (const sentence of sentences) expect(complaints).toContain(sentence);
    expect(complaints.split('\n')).toHaveLength(1 + (complaints.match(/^ {2}/gm)?.length ?? 0));
  });

  it.each(['EMBEDDING', 'PREVIOUS_EMBEDDING', 'RERANK', 'LLM', 'FALLBACK_LLM'])(
    'never show a key: %s_API_KEY',
    (prefix) => {
      const complaints = complaintsOf({ [`${prefix}_API_KEY`]: 'sk-secret with-a-slip' });
      expect(complaints).toContain(`${prefix}_API_KEY: is no key: it has a space`);
      expect(complaints).not.toContain('sk-secret');
      expect(complaints).not.toContain('with-a-slip');
    },
  );

  it('stand in the table of all settings', () => {
    const names = describeConfig().map(({ name }) => name);
    for (const name of [
      'EMBEDDING_PROVIDER',
      'EMBEDDING_MODEL_PATH',
      'EMBEDDING_API_KEY',
      'PREVIOUS_EMBEDDING_MODEL',
      'PREVIOUS_EMBEDDING_TIMEOUT_SECONDS',
      'RERANK_PROVIDER',
      'RERANK_CANDIDATES',
      'LLM_PROVIDER',
      'LLM_ON_FAILURE',
      'FALLBACK_LLM_API_KEY',
    ])
      expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the settings of the edge and of what is to be seen', () => {
  it('are closed without any variable', () => {
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
    [{ CORS_ORIGINS: 'https://a.example/app' }, 'is no origin'],
    [{ CORS_ORIGINS: '*,https://a.example' }, 'takes no others beside it'],
    [{ METRICS_TOKEN: 'short' }, 'takes 16 characters or more'],
    [{ TLS_KEY_FILE: 'key.pem' }, 'TLS_CERT_FILE: is missing'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'token' }, 'comma list of name=value'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  ])('say what is wrong with %o', (env, words) => {
    expect(complaintsOf(env)).toContain(words);
  });

  it('never show a token', () => {
    expect(complaintsOf({ METRICS_TOKEN: 'canary', OTEL_EXPORTER_OTLP_HEADERS: 'canary' })).not.toContain(
      'canary',
    );
  });
});
