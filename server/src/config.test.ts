import { describe, expect, it } from 'vitest';
import { describeConfig, readConfig } from './config.ts';
import { OperatorError } from './lib/operator-error.ts';
import { embeddingSettings, rerankSettings } from './model-settings.ts';

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
    { env: { RERANK_PROVIDER: 'openai' }, sentences: ['RERANK_PROVIDER=openai: Invalid option'] },
    { env: { EMBEDDING_PROVIDER: 'ollama' }, sentences: ['EMBEDDING_PROVIDER=ollama: Invalid option'] },
    { env: { RERANK_PROVIDER: 'cohere', RERANK_CANDIDATES: '0' }, sentences: ['RERANK_CANDIDATES=0: '] },
  ])('stop the start where they do not go together: $env', ({ env, sentences }) => {
    const complaints = complaintsOf(env);
    for (const sentence of sentences) expect(complaints).toContain(sentence);
    expect(complaints.split('\n')).toHaveLength(1 + (complaints.match(/^ {2}/gm)?.length ?? 0));
  });

  it.each(['EMBEDDING', 'PREVIOUS_EMBEDDING', 'RERANK'])('never show a key: %s_API_KEY', (prefix) => {
    const complaints = complaintsOf({ [`${prefix}_API_KEY`]: 'sk-secret with-a-slip' });
    expect(complaints).toContain(`${prefix}_API_KEY: is no key: it has a space`);
    expect(complaints).not.toContain('sk-secret');
    expect(complaints).not.toContain('with-a-slip');
  });

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
    ])
      expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
  });
});
