import { z } from 'zod';
import { baseUrl, type Setting, wholeNumber } from './setting.ts';

/** The settings of the models: what there is to set, what goes together, and what of it a model is opened with. */

const text = z.string().min(1).optional();
/** Headers take no other characters. */
const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'is no key: it has a space or a character that no key has')
  .optional();
/** Of a million tokens, in whatever currency. */
const price = z.coerce.number().min(0).max(1_000_000).optional();
const optionalNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max).optional();
const dtype = z.enum(['fp32', 'fp16', 'q8', 'q4']).default('q8');

const EMBEDDING_PROVIDERS = ['static', 'transformers', 'openai', 'openai-compatible', 'google'] as const;
const LLM_PROVIDERS = ['none', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;
const RERANK_PROVIDERS = ['none', 'transformers', 'cohere', 'jina', 'voyage', 'tei', 'compatible'] as const;

/** What an embedding model is told by, whichever provider it has. */
const EMBEDDING = {
  MODEL_PATH: {
    schema: text,
    unit: 'folder',
    about: 'static: a Model2Vec folder in place of the bundled embedding model.',
  },
  MODEL: {
    schema: text,
    unit: 'name',
    about:
      'The embedding model by the name that its provider gives it; transformers: a folder or an id of the hub.',
  },
  BASE_URL: {
    schema: baseUrl,
    unit: 'URL',
    about: 'Where the provider answers, with its version, such as http://127.0.0.1:11434/v1.',
  },
  API_KEY: { schema: apiKey, unit: 'key', about: 'The key that the provider wants.', isSecret: true },
  DIMENSIONS: {
    schema: optionalNumber(8, 8_192),
    unit: 'numbers',
    about: 'Length of the vectors, where the model lets it be chosen.',
  },
  QUERY_PREFIX: { schema: text, unit: 'text', about: 'Put before each query, such as `query: ` for e5.' },
  PASSAGE_PREFIX: {
    schema: text,
    unit: 'text',
    about: 'Put before each passage, such as `passage: ` for e5.',
  },
  BATCH_SIZE: {
    schema: wholeNumber(32, 1, 2_048),
    unit: 'texts',
    about: 'Texts that are embedded together.',
  },
  CONCURRENCY: {
    schema: wholeNumber(4, 1, 64),
    unit: 'requests',
    about: 'Requests with passages that run at the same time.',
  },
  REQUESTS_PER_MINUTE: {
    schema: optionalNumber(1, 1_000_000),
    unit: 'requests',
    about: 'No minute sees more requests to the provider; queries go before passages.',
  },
  TIMEOUT_SECONDS: {
    schema: wholeNumber(30, 1, 300),
    unit: 'seconds',
    about: 'How long a request may take. A query, for which somebody waits, has 10 seconds at most.',
  },
  POOLING: {
    schema: z.enum(['mean', 'cls']).default('mean'),
    unit: 'way',
    about: 'transformers: how tokens become a text, as the model was trained.',
  },
  DTYPE: { schema: dtype, unit: 'format', about: 'transformers: the format of the numbers in the model.' },
} satisfies Record<string, Setting>;

/** What a language model is told by. */
const LLM = {
  PROVIDER: {
    schema: z.enum(LLM_PROVIDERS).default('none'),
    unit: 'provider',
    about: `${LLM_PROVIDERS.join(', ')}: who runs the language model; without one, replies are sentences of the sources.`,
  },
  MODEL: { schema: text, unit: 'name', about: 'The language model by the name that its provider gives it.' },
  BASE_URL: {
    schema: baseUrl,
    unit: 'URL',
    about: 'Where the provider answers, with its version, such as http://127.0.0.1:11434/v1.',
  },
  API_KEY: { schema: apiKey, unit: 'key', about: 'The key that the provider wants.', isSecret: true },
  TIMEOUT_SECONDS: {
    schema: wholeNumber(60, 1, 300),
    unit: 'seconds',
    about: 'How long a reply may take to begin, and how long it may pause once it has begun.',
  },
  INPUT_PRICE: {
    schema: price,
    unit: 'per 1M tokens',
    about: 'Price of what the model reads, in your currency; usage then says what a reply cost.',
  },
  OUTPUT_PRICE: { schema: price, unit: 'per 1M tokens', about: 'Price of what the model writes.' },
  REQUESTS_PER_MINUTE: {
    schema: optionalNumber(1, 1_000_000),
    unit: 'requests',
    about: 'No minute sees more requests to the provider.',
  },
} satisfies Record<string, Setting>;

/** How replies are made with a language model. */
const WRITING = {
  LLM_ON_FAILURE: {
    schema: z.enum(['extractive', 'error']).default('extractive'),
    unit: 'way',
    about: 'When no language model answers: a reply of sentences of the sources, or an error.',
  },
  LLM_CONTEXT_TOKENS: {
    schema: wholeNumber(6_000, 500, 1_000_000),
    unit: 'tokens',
    about: 'How much of the passages that were found the language model reads.',
  },
  LLM_HISTORY_TOKENS: {
    schema: wholeNumber(2_000, 0, 1_000_000),
    unit: 'tokens',
    about: 'How much of the conversation so far the language model reads.',
  },
  LLM_MAX_OUTPUT_TOKENS: {
    schema: wholeNumber(1_024, 16, 1_000_000),
    unit: 'tokens',
    about: 'How long a reply of the language model may be, with what it thinks before.',
  },
  GROUNDING: {
    schema: z.enum(['strict', 'lenient']).default('strict'),
    unit: 'way',
    about: 'What is done with sentences of a language model that the sources do not bear out.',
  },
  SANDBOX_LLM: {
    schema: z.enum(['off', 'on']).default('off'),
    unit: 'switch',
    about: 'Whether the sandbox uses the language model too; without, its replies cost nothing and repeat.',
  },
} satisfies Record<string, Setting>;

const PROVIDER_ABOUT = `${EMBEDDING_PROVIDERS.join(', ')}: who runs the embedding model; static is bundled.`;

export const MODEL_SETTINGS = {
  EMBEDDING_PROVIDER: {
    schema: z.enum(EMBEDDING_PROVIDERS).default('static'),
    unit: 'provider',
    about: PROVIDER_ABOUT,
  },
  ...prefixed('EMBEDDING', EMBEDDING),
  PREVIOUS_EMBEDDING_PROVIDER: {
    schema: z.enum(EMBEDDING_PROVIDERS).optional(),
    unit: 'provider',
    about:
      'The provider of the model that was configured before: kept at hand until every knowledge base has changed over.',
  },
  ...prefixed('PREVIOUS_EMBEDDING', EMBEDDING),
  RERANK_PROVIDER: {
    schema: z.enum(RERANK_PROVIDERS).default('none'),
    unit: 'provider',
    about: `${RERANK_PROVIDERS.join(', ')}: who reads the best passages once more, each together with the query.`,
  },
  RERANK_MODEL: {
    schema: text,
    unit: 'name',
    about: 'The reranker by the name that its provider gives it; transformers: a folder or an id of the hub.',
  },
  RERANK_BASE_URL: {
    schema: baseUrl,
    unit: 'URL',
    about: 'Where the provider answers: `/rerank` is put behind it (cohere: `/v2/rerank`).',
  },
  RERANK_API_KEY: { schema: apiKey, unit: 'key', about: 'The key that the provider wants.', isSecret: true },
  RERANK_CANDIDATES: {
    schema: wholeNumber(50, 1, 100),
    unit: 'passages',
    about: 'How many of the best passages are read; never fewer than the query asks for.',
  },
  RERANK_TIMEOUT_SECONDS: {
    schema: wholeNumber(5, 1, 300),
    unit: 'seconds',
    about: 'How long a query waits for the reranker before it is answered without.',
  },
  RERANK_DTYPE: {
    schema: dtype,
    unit: 'format',
    about: 'transformers: the format of the numbers in the model.',
  },
  ...prefixed('LLM', LLM),
  ...prefixed('FALLBACK_LLM', LLM),
  ...WRITING,
} satisfies Record<string, Setting>;

type ModelConfig = {
  readonly [Name in keyof typeof MODEL_SETTINGS]: z.infer<(typeof MODEL_SETTINGS)[Name]['schema']>;
};
type Prefixed<Prefix extends string, Table> = {
  [Name in keyof Table & string as `${Prefix}_${Name}`]: Table[Name];
};

/** The same settings under names with a prefix. */
function prefixed<Prefix extends string, Table extends Record<string, Setting>>(
  prefix: Prefix,
  table: Table,
): Prefixed<Prefix, Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [`${prefix}_${name}`, setting]),
  ) as Prefixed<Prefix, Table>;
}

/** What an embedding model is opened with; undefined for a previous one that is not set. */
export function embeddingSettings(config: ModelConfig, settings: 'EMBEDDING' | 'PREVIOUS_EMBEDDING') {
  const provider = config[`${settings}_PROVIDER`];
  if (provider === undefined) return undefined;
  return {
    settings,
    provider,
    modelPath: config[`${settings}_MODEL_PATH`],
    model: config[`${settings}_MODEL`] ?? '',
    baseUrl: config[`${settings}_BASE_URL`],
    apiKey: config[`${settings}_API_KEY`],
    dimensions: config[`${settings}_DIMENSIONS`],
    queryPrefix: config[`${settings}_QUERY_PREFIX`] ?? '',
    passagePrefix: config[`${settings}_PASSAGE_PREFIX`] ?? '',
    batchSize: config[`${settings}_BATCH_SIZE`],
    concurrency: config[`${settings}_CONCURRENCY`],
    requestsPerMinute: config[`${settings}_REQUESTS_PER_MINUTE`],
    timeoutSeconds: config[`${settings}_TIMEOUT_SECONDS`],
    pooling: config[`${settings}_POOLING`],
    dtype: config[`${settings}_DTYPE`],
  };
}

/** What the reranker is opened with. */
export const rerankSettings = (config: ModelConfig) => ({
  provider: config.RERANK_PROVIDER,
  model: config.RERANK_MODEL,
  baseUrl: config.RERANK_BASE_URL,
  apiKey: config.RERANK_API_KEY,
  candidates: config.RERANK_CANDIDATES,
  timeoutSeconds: config.RERANK_TIMEOUT_SECONDS,
  dtype: config.RERANK_DTYPE,
});

/** What a language model is opened with; undefined for none. */
export function llmSettings(config: ModelConfig, settings: 'LLM' | 'FALLBACK_LLM') {
  const provider = config[`${settings}_PROVIDER`];
  if (provider === 'none') return undefined;
  const input = config[`${settings}_INPUT_PRICE`];
  const output = config[`${settings}_OUTPUT_PRICE`];
  return {
    settings,
    provider,
    model: config[`${settings}_MODEL`] ?? '',
    baseUrl: config[`${settings}_BASE_URL`],
    apiKey: config[`${settings}_API_KEY`],
    timeoutSeconds: config[`${settings}_TIMEOUT_SECONDS`],
    requestsPerMinute: config[`${settings}_REQUESTS_PER_MINUTE`],
    prices: input === undefined || output === undefined ? undefined : { input, output },
  };
}

/** What a provider must be told, and what beside that it may. */
type Needs = { must: readonly string[]; may: readonly string[] };

const PREFIXES = ['QUERY_PREFIX', 'PASSAGE_PREFIX'];
const REQUESTS = ['BATCH_SIZE', 'CONCURRENCY', 'REQUESTS_PER_MINUTE', 'TIMEOUT_SECONDS'];
const EMBEDDING_NEEDS: Record<(typeof EMBEDDING_PROVIDERS)[number], Needs> = {
  static: { must: [], may: ['MODEL_PATH'] },
  transformers: { must: ['MODEL'], may: [...PREFIXES, 'BATCH_SIZE', 'POOLING', 'DTYPE'] },
  openai: { must: ['MODEL', 'API_KEY'], may: ['BASE_URL', 'DIMENSIONS', ...PREFIXES, ...REQUESTS] },
  google: { must: ['MODEL', 'API_KEY'], may: ['BASE_URL', 'DIMENSIONS', ...PREFIXES, ...REQUESTS] },
  'openai-compatible': {
    must: ['MODEL', 'BASE_URL'],
    may: ['API_KEY', 'DIMENSIONS', ...PREFIXES, ...REQUESTS],
  },
};
const HOSTED: Needs = { must: ['MODEL', 'API_KEY'], may: ['BASE_URL', 'CANDIDATES', 'TIMEOUT_SECONDS'] };
const RERANK_NEEDS: Record<(typeof RERANK_PROVIDERS)[number], Needs> = {
  none: { must: [], may: [] },
  transformers: { must: ['MODEL'], may: ['CANDIDATES', 'DTYPE'] },
  cohere: HOSTED,
  jina: HOSTED,
  voyage: HOSTED,
  tei: { must: ['BASE_URL'], may: ['API_KEY', 'CANDIDATES', 'TIMEOUT_SECONDS'] },
  compatible: { must: ['MODEL', 'BASE_URL'], may: ['API_KEY', 'CANDIDATES', 'TIMEOUT_SECONDS'] },
};

const OF_EACH_LLM = ['TIMEOUT_SECONDS', 'INPUT_PRICE', 'OUTPUT_PRICE', 'REQUESTS_PER_MINUTE'];
const LLM_HOSTED: Needs = { must: ['MODEL', 'API_KEY'], may: ['BASE_URL', ...OF_EACH_LLM] };
const LLM_NEEDS: Record<(typeof LLM_PROVIDERS)[number], Needs> = {
  none: { must: [], may: [] },
  openai: LLM_HOSTED,
  anthropic: LLM_HOSTED,
  google: LLM_HOSTED,
  'openai-compatible': { must: ['MODEL', 'BASE_URL'], may: ['API_KEY', ...OF_EACH_LLM] },
};
/** Of the first language model alone: how it is used, whichever of the two answers. */
const USE = Object.keys(WRITING)
  .filter((name) => name.startsWith('LLM_'))
  .map((name) => name.slice('LLM_'.length));

/** The settings of models that do not go together, a sentence each. isSet: whether a variable has a value. */
export function wrongModelSettings(config: Partial<ModelConfig>, isSet: (name: string) => boolean): string[] {
  const { EMBEDDING_PROVIDER, PREVIOUS_EMBEDDING_PROVIDER, RERANK_PROVIDER } = config;
  const { LLM_PROVIDER, FALLBACK_LLM_PROVIDER } = config;
  const groups: [prefix: string, provider: string | undefined, needs: Needs | undefined][] = [
    ['EMBEDDING', EMBEDDING_PROVIDER, EMBEDDING_PROVIDER && EMBEDDING_NEEDS[EMBEDDING_PROVIDER]],
    [
      'PREVIOUS_EMBEDDING',
      PREVIOUS_EMBEDDING_PROVIDER,
      PREVIOUS_EMBEDDING_PROVIDER ? EMBEDDING_NEEDS[PREVIOUS_EMBEDDING_PROVIDER] : { must: [], may: [] },
    ],
    ['RERANK', RERANK_PROVIDER, RERANK_PROVIDER && RERANK_NEEDS[RERANK_PROVIDER]],
    ['LLM', LLM_PROVIDER, LLM_PROVIDER && withUse(LLM_NEEDS[LLM_PROVIDER])],
    ['FALLBACK_LLM', FALLBACK_LLM_PROVIDER, FALLBACK_LLM_PROVIDER && LLM_NEEDS[FALLBACK_LLM_PROVIDER]],
  ];
  const ofGroups = groups.flatMap(([prefix, provider, needs]) => {
    // A provider that is none of them has its own sentence.
    if (!needs || (provider === undefined && isSet(`${prefix}_PROVIDER`))) return [];
    const chosen = `${prefix}_PROVIDER=${provider ?? ''}`;
    const missing = needs.must
      .map((name) => `${prefix}_${name}`)
      .filter((name) => !isSet(name))
      .map((name) => `${name}: is missing; ${chosen} needs it.`);
    const useless = Object.keys(MODEL_SETTINGS)
      .filter((name) => name.startsWith(`${prefix}_`) && name !== `${prefix}_PROVIDER` && isSet(name))
      .filter((name) => ![...needs.must, ...needs.may].includes(name.slice(prefix.length + 1)))
      .map((name) => `${name}: has no effect with ${chosen}. Remove it, or set another provider.`);
    return [...missing, ...useless];
  });
  return [...ofGroups, ...wrongLlmSettings(config, isSet)];
}

/** A language model may be told how it is used; none may not. */
const withUse = (needs: Needs): Needs =>
  needs === LLM_NEEDS.none ? needs : { ...needs, may: [...needs.may, ...USE] };

/** What the table of needs cannot say. */
function wrongLlmSettings(config: Partial<ModelConfig>, isSet: (name: string) => boolean): string[] {
  const useless = {
    FALLBACK_LLM_PROVIDER: (config.FALLBACK_LLM_PROVIDER ?? 'none') !== 'none',
    GROUNDING: config.GROUNDING === 'lenient',
    SANDBOX_LLM: config.SANDBOX_LLM === 'on',
  };
  const withoutModel = Object.entries(useless)
    .filter(([, isMeant]) => isMeant && config.LLM_PROVIDER === 'none')
    .map(([name]) => `${name}: has no effect with LLM_PROVIDER=none. Remove it, or set a provider.`);
  const halfPrices = ['LLM', 'FALLBACK_LLM'].flatMap((prefix) => {
    const prices = [`${prefix}_INPUT_PRICE`, `${prefix}_OUTPUT_PRICE`];
    const missing = prices.filter((name) => !isSet(name));
    return missing.length === 1
      ? [`${missing[0]}: is missing; the other price needs it. 0 is a price too.`]
      : [];
  });
  return [...withoutModel, ...halfPrices];
}
