import { z } from 'zod';
import { MODEL_VARIABLES, type ModelRole, modelSetting } from '#lib/model-setting.ts';
import {
  baseUrl,
  keyValues,
  numberFrom,
  oneOf,
  type Settings,
  type Values,
  wholeNumber,
  wholeNumberFrom,
  withoutSecrets,
} from './setting.ts';

/** Models are configured by one shape: `<ROLE>_PROVIDER`, `_MODEL`, `_BASE_URL`, `_API_KEY` and, for the rest, `_OPTIONS` as
 *  `key=value` pairs. The previous embedding model and the fallback take all of it as pairs in one setting. The schema of
 *  the provider checks both. */

const text = z.string().min(1);
/** HTTP headers take no other characters. */
const apiKey = text.regex(/^[\x21-\x7e]+$/, 'is not a key: it has a space or a character that no key has');
const requestsPerMinute = wholeNumberFrom(1, 1_000_000).optional();
const dtype = oneOf('fp32', 'fp16', 'q8', 'q4').default('q8');

/** A provider with an address of its own. */
const hosted = { model: text, apiKey, baseUrl: baseUrl.optional() };
/** Any server that speaks the provider's protocol. */
const compatible = { model: text, baseUrl, apiKey: apiKey.optional() };

const prefixes = { queryPrefix: z.string().default(''), passagePrefix: z.string().default('') };
const batchSize = wholeNumber(32, 1, 2_048);
const remoteEmbedding = {
  dimensions: wholeNumberFrom(8, 8_192).optional(),
  ...prefixes,
  batchSize,
  concurrency: wholeNumber(4, 1, 64),
  requestsPerMinute,
  timeoutSeconds: wholeNumber(30, 1, 300),
};
const EMBEDDING = {
  static: z.strictObject({
    model: text
      .regex(
        /[/\\]|^instant$/,
        'must be instant, or the path of a Model2Vec folder, such as ./my-model; or set another provider',
      )
      .optional(),
  }),
  transformers: z.strictObject({
    model: text,
    ...prefixes,
    batchSize,
    pooling: oneOf('mean', 'cls').default('mean'),
    dtype,
  }),
  openai: z.strictObject({ ...hosted, ...remoteEmbedding }),
  'openai-compatible': z.strictObject({ ...compatible, ...remoteEmbedding }),
  google: z.strictObject({ ...hosted, ...remoteEmbedding }),
};

const candidates = wholeNumber(50, 1, 100);
const remoteRerank = { candidates, timeoutSeconds: wholeNumber(5, 1, 300) };
const RERANK = {
  none: z.strictObject({}),
  transformers: z.strictObject({ model: text, candidates, dtype }),
  cohere: z.strictObject({ ...hosted, ...remoteRerank }),
  jina: z.strictObject({ ...hosted, ...remoteRerank }),
  voyage: z.strictObject({ ...hosted, ...remoteRerank }),
  tei: z.strictObject({ baseUrl, apiKey: apiKey.optional(), ...remoteRerank }),
  compatible: z.strictObject({ ...compatible, ...remoteRerank }),
};

/** Of a million tokens, in the operator's currency. */
const price = numberFrom(0, 1_000_000).optional();
const llm = {
  timeoutSeconds: wholeNumber(60, 1, 300),
  inputPrice: price,
  outputPrice: price,
  requestsPerMinute,
  trialModels: text.optional(),
};
const LLM = {
  none: z.strictObject({}),
  openai: z.strictObject({ ...hosted, ...llm }),
  anthropic: z.strictObject({ ...hosted, ...llm }),
  google: z.strictObject({ ...hosted, ...llm }),
  'openai-compatible': z.strictObject({ ...compatible, ...llm }),
};

type Providers = Record<string, z.ZodObject>;
type ModelOf<Table extends Providers> = {
  [Provider in keyof Table]: { provider: Provider } & z.infer<Table[Provider]>;
}[keyof Table];

const SCHEMAS = { EMBEDDING, PREVIOUS_EMBEDDING: EMBEDDING, RERANK, LLM, FALLBACK_LLM: LLM };
const ROLES = ['EMBEDDING', 'PREVIOUS_EMBEDDING', 'RERANK', 'LLM', 'FALLBACK_LLM'] as const;

const provider = <Table extends Providers>(table: Table, fallback: keyof Table & string, about: string) =>
  z
    .enum(Object.keys(table) as [keyof Table & string], {
      error: `must be one of ${Object.keys(table).join(', ')}`,
    })
    .default(fallback as never)
    .describe(`${about}: ${Object.keys(table).join(', ')}.`);

const variable = (description: string) => z.string().optional().describe(description);
const secretVariable = (description: string) => z.string().optional().meta({ description, secret: 'whole' });
const pairs = (description: string) => keyValues.optional().meta({ description, secret: 'part' });

const BASE_URL_ABOUT =
  'URL of the provider with its API version, such as http://127.0.0.1:11434/v1. The hosted providers have a default.';

export const MODEL_SETTINGS = {
  EMBEDDING_PROVIDER: provider(
    EMBEDDING,
    'static',
    'Provider of the embedding model; static is bundled and runs in the process',
  ),
  EMBEDDING_MODEL: variable(
    'Name of the embedding model at its provider. static: by default passages are searchable at once, and are then read again by multilingual-e5-small; instant leaves out the second pass, for thousands of queries a second; or a Model2Vec folder. transformers: a folder or a Hugging Face id.',
  ),
  EMBEDDING_BASE_URL: variable(BASE_URL_ABOUT),
  EMBEDDING_API_KEY: secretVariable('API key for the embedding provider.'),
  EMBEDDING_OPTIONS: pairs(
    'More about the embedding model: dimensions, query_prefix, passage_prefix, batch_size (32), concurrency (4), requests_per_minute, timeout_seconds (30); transformers: pooling (mean), dtype (q8).',
  ),
  PREVIOUS_EMBEDDING: pairs(
    'The embedding model you are changing from, until every knowledge base has been reindexed: provider=… model=… base_url=… api_key=… and the keys of EMBEDDING_OPTIONS.',
  ),
  RERANK_PROVIDER: provider(
    RERANK,
    'none',
    'Provider of the reranker, which reads the best passages again together with the query',
  ),
  RERANK_MODEL: variable(
    'Name of the reranker at its provider. transformers: a folder or a Hugging Face id.',
  ),
  RERANK_BASE_URL: variable('URL of the provider; Footnote appends `/rerank` (cohere: `/v2/rerank`).'),
  RERANK_API_KEY: secretVariable('API key for the rerank provider.'),
  RERANK_OPTIONS: pairs(
    'More about the reranker: candidates (50, the passages it reads), timeout_seconds (5); transformers: dtype (q8).',
  ),
  LLM_PROVIDER: provider(
    LLM,
    'none',
    'Provider of the language model; without one, replies quote sentences from the sources',
  ),
  LLM_MODEL: variable('Name of the language model at its provider.'),
  LLM_BASE_URL: variable(BASE_URL_ABOUT),
  LLM_API_KEY: secretVariable('API key for the language model provider.'),
  LLM_OPTIONS: pairs(
    'More about the language model: timeout_seconds (60, to begin a reply and between its parts), requests_per_minute, input_price and output_price (for 1M tokens, in your currency), trial_models (others of this provider that the playground may ask with the same key, separated by commas).',
  ),
  FALLBACK_LLM: pairs(
    'The language model that takes over when the first one fails: provider=… model=… base_url=… api_key=… and the keys of LLM_OPTIONS.',
  ),
  LLM_ON_FAILURE: oneOf('extractive', 'error')
    .default('extractive')
    .describe(
      'When no language model answers: reply with sentences from the sources (extractive), or an error.',
    ),
  LLM_CONTEXT_TOKENS: wholeNumber(6_000, 500, 1_000_000).describe(
    'How many tokens of the passages found the language model reads.',
  ),
  LLM_HISTORY_TOKENS: wholeNumber(2_000, 0, 1_000_000).describe(
    'How many tokens of the conversation so far the language model reads.',
  ),
  LLM_MAX_OUTPUT_TOKENS: wholeNumber(1_024, 16, 1_000_000).describe(
    'How long a reply of the language model may be, including its reasoning.',
  ),
  GROUNDING: oneOf('strict', 'lenient')
    .default('strict')
    .describe(
      'strict sends what a language model writes once the sources are found to support it; lenient sends it at once, withdraws what they do not support, and keeps headings and introductions.',
    ),
  SANDBOX_LLM: oneOf('off', 'on')
    .default('off')
    .describe(
      'on: the sandbox uses the language model too. off: its replies cost nothing and are repeatable.',
    ),
} satisfies Settings;

type ModelConfig = Values<typeof MODEL_SETTINGS>;

/** What an embedding model is opened with; undefined for a previous one that is not set. */
export const embeddingSettings = <Role extends 'EMBEDDING' | 'PREVIOUS_EMBEDDING'>(
  config: ModelConfig,
  role: Role,
) => read<ModelOf<typeof EMBEDDING>, Role>(config, role);

/** What the reranker is opened with. */
export const rerankSettings = (config: ModelConfig) =>
  read<ModelOf<typeof RERANK>, 'RERANK'>(config, 'RERANK') ?? { provider: 'none' as const };

/** What a language model is opened with; undefined for none. */
export function llmSettings(config: ModelConfig, role: 'LLM' | 'FALLBACK_LLM') {
  const model = read<ModelOf<typeof LLM>, typeof role>(config, role);
  if (model === undefined || model.provider === 'none') return undefined;
  const { inputPrice: input, outputPrice: output, trialModels = '', ...rest } = model;
  const others = trialModels
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== rest.model);
  return {
    ...rest,
    prices: input === undefined || output === undefined ? undefined : { input, output },
    /** Others of the provider, for trials. */
    ...(others.length > 0 && { trialModels: others }),
  };
}

/** readConfig has checked it. */
function read<Model extends { provider: string }, Role extends ModelRole>(
  config: ModelConfig,
  role: Role,
): (Model & { settings: Role }) | undefined {
  const { provider, ...fields } = fieldsOf(config, role);
  const schema = schemaOf(role, provider);
  return (
    schema && ({ settings: role, provider, ...schema.parse(fields) } as unknown as Model & { settings: Role })
  );
}

const schemaOf = (role: ModelRole, provider: string | undefined): z.ZodObject | undefined =>
  provider !== undefined && Object.hasOwn(SCHEMAS[role], provider)
    ? (SCHEMAS[role] as Providers)[provider]
    : undefined;

type Fields = Record<string, string | undefined>;

/** The fields of a model, wherever they are set. */
function fieldsOf(config: Partial<ModelConfig>, role: ModelRole): Fields {
  const given: [string, string | undefined][] =
    role === 'PREVIOUS_EMBEDDING' || role === 'FALLBACK_LLM'
      ? Object.entries(config[role] ?? {})
      : [
          ...MODEL_VARIABLES.map((field): [string, string | undefined] => [
            field,
            config[`${role}_${field.toUpperCase()}` as `${typeof role}_MODEL`],
          ]),
          ...Object.entries(config[`${role}_OPTIONS`] ?? {}),
        ];
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined).map(([field, value]) => [camelCase(field), value]),
  );
}

/** Where the models answer, and where their keys are set. */
export const modelEndpoints = (
  config: ModelConfig,
): { baseUrl: string; baseUrlSetting: string; apiKeySetting: string | undefined }[] =>
  ROLES.flatMap((role) => {
    const { baseUrl, apiKey } = fieldsOf(config, role);
    return baseUrl === undefined
      ? []
      : [
          {
            baseUrl,
            baseUrlSetting: modelSetting(role, 'base_url'),
            apiKeySetting: apiKey && modelSetting(role, 'api_key'),
          },
        ];
  });

const camelCase = (field: string): string => field.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What is wrong with the settings of models, a sentence each. isSet: whether a variable has a value. */
export const wrongModelSettings = (
  config: Partial<ModelConfig>,
  isSet: (name: string) => boolean,
): string[] => [...ROLES.flatMap((role) => wrongFields(config, role)), ...wrongUse(config, isSet)];

function wrongFields(config: Partial<ModelConfig>, role: ModelRole): string[] {
  const { provider, ...fields } = fieldsOf(config, role);
  const where = (field: string, value?: string): string => modelSetting(role, snakeCase(field), value);
  const isDescribed = role === 'PREVIOUS_EMBEDDING' || role === 'FALLBACK_LLM';
  const schema = schemaOf(role, provider);
  if (schema === undefined) {
    if (!isDescribed || config[role] === undefined) return [];
    const providers = Object.keys(SCHEMAS[role]).filter((name) => name !== 'none');
    return [`${where('provider', provider)}: must be one of ${providers.join(', ')}.`];
  }
  const own = isDescribed
    ? []
    : MODEL_VARIABLES.filter((name) => Object.hasOwn(config[`${role}_OPTIONS`] ?? {}, name)).map(
        (name) => `${name} in ${role}_OPTIONS: has a setting of its own, ${role}_${name.toUpperCase()}.`,
      );
  const chosen = where('provider', provider);
  const { error } = schema.safeParse(fields);
  const wrong = (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((field) =>
        Object.values<z.ZodObject>(SCHEMAS[role]).some(({ shape }) => field in shape)
          ? `${where(field)}: has no effect with ${chosen}. Remove it, or set another provider.`
          : `${where(field)}: is not an option. With ${chosen} there are ${optionsOf(schema)}.`,
      );
    const field = String(issue.path[0]);
    return fields[field] === undefined
      ? [`${where(field)}: is missing; ${chosen} needs it.`]
      : [`${where(field, shownValue(field, fields[field]))}: ${issue.message}.`];
  });
  const missing = ['inputPrice', 'outputPrice'].filter((field) => fields[field] === undefined);
  return [
    ...own,
    ...wrong,
    ...(missing.length === 1 && 'inputPrice' in schema.shape
      ? [`${where(String(missing[0]))}: is missing; the other price needs it. 0 is a price too.`]
      : []),
  ];
}

const shownValue = (field: string, value = ''): string | undefined =>
  field === 'apiKey' ? undefined : withoutSecrets(value);

const optionsOf = ({ shape }: z.ZodObject): string =>
  Object.keys(shape)
    .map(snakeCase)
    .filter((name) => !MODEL_VARIABLES.includes(name))
    .join(', ') || 'none';

/** What is set for a language model that is not there. */
function wrongUse(config: Partial<ModelConfig>, isSet: (name: string) => boolean): string[] {
  if (config.LLM_PROVIDER !== 'none') return [];
  const isMeant = {
    FALLBACK_LLM: config.FALLBACK_LLM !== undefined,
    LLM_ON_FAILURE: isSet('LLM_ON_FAILURE'),
    LLM_CONTEXT_TOKENS: isSet('LLM_CONTEXT_TOKENS'),
    LLM_HISTORY_TOKENS: isSet('LLM_HISTORY_TOKENS'),
    LLM_MAX_OUTPUT_TOKENS: isSet('LLM_MAX_OUTPUT_TOKENS'),
    GROUNDING: config.GROUNDING === 'lenient',
    SANDBOX_LLM: config.SANDBOX_LLM === 'on',
  };
  return Object.entries(isMeant)
    .filter(([, isUseless]) => isUseless)
    .map(([name]) => `${name}: has no effect with LLM_PROVIDER=none. Remove it, or set a provider.`);
}
