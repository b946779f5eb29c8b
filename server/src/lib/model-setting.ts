/** The purpose of a model. Names of its settings begin with it. */
export type ModelRole = 'EMBEDDING' | 'PREVIOUS_EMBEDDING' | 'RERANK' | 'LLM' | 'FALLBACK_LLM';

/** Fields with a variable of their own; the others share `…_OPTIONS`. */
export const MODEL_VARIABLES: readonly string[] = ['provider', 'model', 'base_url', 'api_key'];

/** The setting for a field of a model, such as `LLM_API_KEY`, `timeout_seconds in LLM_OPTIONS` or `api_key in
 *  FALLBACK_LLM`; with a value, for example `LLM_PROVIDER=openai`. */
export function modelSetting(role: ModelRole, field: string, value?: string): string {
  const withValue = (name: string): string => (value === undefined ? name : `${name}=${value}`);
  if (role === 'PREVIOUS_EMBEDDING' || role === 'FALLBACK_LLM') return `${withValue(field)} in ${role}`;
  return MODEL_VARIABLES.includes(field)
    ? withValue(`${role}_${field.toUpperCase()}`)
    : `${withValue(field)} in ${role}_OPTIONS`;
}
