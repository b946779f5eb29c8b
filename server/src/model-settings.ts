import { z } from 'zod';
import { baseUrl, type Setting, wholeNumber } from '#lib/setting.ts';

/** The settings of the models: what there is to set, what goes together, and what of it a model is opened with. */

const text = z.string().min(1).optional();
/** Headers take no other characters. */
const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'is no key: it has a space or a character that no key has')
  .optional();
const optionalNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max).optional();
const dtype = z.enum(['fp32', 'fp16', 'q8', 'q4']).default('q8');

const EMBEDDING_PROVIDERS = ['static', 'transformers', 'openai', 'openai-compatible', 'google'] as const;
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

/** The settings of models that do not go together, a sentence each. isSet: whether a variable has a value. */
export function wrongModelSettings(
  { EMBEDDING_PROVIDER, PREVIOUS_EMBEDDING_PROVIDER, RERANK_PROVIDER }: Partial<ModelConfig>,
  isSet: (name: string) => boolean,
): string[] {
  const groups: [prefix: string, provider: string | undefined, needs: Needs | undefined][] = [
    ['EMBEDDING', EMBEDDING_PROVIDER, EMBEDDING_PROVIDER && EMBEDDING_NEEDS[EMBEDDING_PROVIDER]],
    [
      'PREVIOUS_EMBEDDING',
      PREVIOUS_EMBEDDING_PROVIDER,
      PREVIOUS_EMBEDDING_PROVIDER ? EMBEDDING_NEEDS[PREVIOUS_EMBEDDING_PROVIDER] : { must: [], may: [] },
    ],
    ['RERANK', RERANK_PROVIDER, RERANK_PROVIDER && RERANK_NEEDS[RERANK_PROVIDER]],
  ];
  return groups.flatMap(([prefix, provider, needs]) => {
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
}
