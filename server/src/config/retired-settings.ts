import { withoutSecrets } from './setting.ts';
import { TIMINGS } from './timings.ts';

const EMBEDDING_OPTIONS =
  'DIMENSIONS QUERY_PREFIX PASSAGE_PREFIX BATCH_SIZE CONCURRENCY REQUESTS_PER_MINUTE TIMEOUT_SECONDS POOLING DTYPE';
const LLM_OPTIONS = 'TIMEOUT_SECONDS REQUESTS_PER_MINUTE INPUT_PRICE OUTPUT_PRICE';
const VARIABLES = 'PROVIDER MODEL BASE_URL API_KEY';

/** Settings of earlier versions -> what to write now. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...movedInto('EMBEDDING_OPTIONS', 'EMBEDDING', EMBEDDING_OPTIONS),
  ...movedInto('PREVIOUS_EMBEDDING', 'PREVIOUS_EMBEDDING', `${VARIABLES} ${EMBEDDING_OPTIONS}`),
  ...movedInto('RERANK_OPTIONS', 'RERANK', 'CANDIDATES TIMEOUT_SECONDS DTYPE'),
  ...movedInto('LLM_OPTIONS', 'LLM', LLM_OPTIONS),
  ...movedInto('FALLBACK_LLM', 'FALLBACK_LLM', `${VARIABLES} ${LLM_OPTIONS}`),
  ...movedInto('RATE_LIMITS', 'RATE_LIMIT', 'READ WRITE QUERY CHAT UPLOAD AUTH STREAMS'),
  RATE_LIMIT_CONCURRENT_CHATS: 'RATE_LIMITS, as chats=',
  EMBEDDING_MODEL_PATH: 'EMBEDDING_MODEL',
  PREVIOUS_EMBEDDING_MODEL_PATH: 'PREVIOUS_EMBEDDING, as model=',
};

function movedInto(setting: string, prefix: string, fields: string): Record<string, string> {
  return Object.fromEntries(
    fields.split(' ').map((field) => [`${prefix}_${field}`, `${setting}, as ${field.toLowerCase()}=`]),
  );
}

/** A sentence for each variable that was a setting in an earlier version and has a value. */
export function retiredSettings(env: Record<string, string | undefined>): string[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const moved = Object.entries(REPLACEMENTS).filter(([name]) => isSet(name));
  const fixed = Object.entries(TIMINGS).filter(([name]) => isSet(name));
  return [
    ...moved.map(([name, replacement]) => {
      const value = replacement.endsWith('=') && !name.endsWith('_API_KEY') ? quoted(env[name] ?? '') : '';
      return `${name}: is now ${replacement}${value}${replacement.endsWith('=') && value === '' ? '…' : ''}.`;
    }),
    ...fixed.map(([name, value]) => `${name}: is no longer a setting: it is ${value}. Remove it.`),
  ];
}

const quoted = (value: string): string => {
  const shown = withoutSecrets(value);
  if (!/[\s"']/.test(shown)) return shown;
  return shown.includes("'") ? `"${shown}"` : `'${shown}'`;
};
