import { isJson, type Json, nameOf, type Operation, type Schemas } from './json.ts';

export type CodeSample = { lang: string; label: string; source: string };

/** How to call an operation from a shell, and with the SDKs if an API key may. */
export function codeSamples(
  method: string,
  path: string,
  operation: Operation,
  schemas: Schemas,
): CodeSample[] {
  const { operationId, parameters = [], requestBody, security = [] } = operation;
  const media = requestBody?.content['application/json'];
  // Only a form: the SDKs have no method for it.
  const isForm = !media && requestBody?.content['multipart/form-data'] !== undefined;
  const body = media && ((media.example ?? sampleOf(media.schema, schemas)) as Json);
  const required = parameters.filter(
    ({ in: place, required: isRequired }) => place === 'query' && isRequired,
  );
  const query = Object.fromEntries(required.map(({ name, schema }) => [name, sampleOf(schema, schemas)]));
  const curl = {
    lang: 'shell',
    label: 'curl',
    source: curlOf(method, path, { body, query, isForm, isKeyed: security.length > 0 }),
  };
  if (isForm || !security.some((each) => 'apiKey' in each)) return [curl];
  const places = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const [resource = '', verb = ''] = operationId.split('.');
  const ids = places.map((name) => `${idOf(name, resource)}_…`);
  const fields = { ...query, ...body };
  return [
    curl,
    { lang: 'typescript', label: 'TypeScript', source: typescriptOf(resource, verb, ids, fields) },
    { lang: 'python', label: 'Python', source: pythonOf(resource, verb, ids, fields) },
  ];
}

/** `id` of agents is `agt`. */
const PREFIXES: Record<string, string> = {
  agents: 'agt',
  sources: 'src',
  knowledgeBases: 'kb',
  webhooks: 'wh',
};
const idOf = (name: string, resource: string): string =>
  name === 'id' ? (PREFIXES[resource] ?? 'id') : name.replace(/_id$/, '');

function curlOf(
  method: string,
  path: string,
  {
    body,
    query,
    isForm,
    isKeyed,
  }: { body: Json | undefined; query: Json; isForm: boolean; isKeyed: boolean },
): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const url = `$FOOTNOTE_URL${path}${search.size > 0 ? `?${search}` : ''}`;
  return [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(isKeyed ? ['-H "Authorization: Bearer $FOOTNOTE_API_KEY"'] : []),
    ...(isForm ? ['-F file=@…'] : []),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ');
}

function typescriptOf(resource: string, verb: string, ids: string[], fields: Json): string {
  const values = Object.keys(fields).length > 0 ? [typescriptValue(fields)] : [];
  return `await footnote.${resource}.${verb}(${[...ids.map(typescriptValue), ...values].join(', ')});`;
}

function pythonOf(resource: string, verb: string, ids: string[], fields: Json): string {
  const values = Object.entries(fields).map(([name, value]) => `${name}=${pythonValue(value)}`);
  const call = `footnote.${snake(resource)}.${pythonName(verb)}`;
  return `${call}${listed('(', [...ids.map((id) => pythonValue(id)), ...values], ')')}`;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** As the generator of the SDK does it: `import` is a word of the language. */
const pythonName = (verb: string): string => (verb === 'import' ? 'import_' : snake(verb));

function typescriptValue(value: unknown): string {
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) return listed('[', value.map(typescriptValue), ']');
  if (!isJson(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
    return `${key}: ${typescriptValue(each)}`;
  });
  return listed('{ ', fields, ' }');
}

function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return listed('[', value.map(pythonValue), ']');
  if (!isJson(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`);
  return listed('{', fields, '}');
}

const LINE = 72;

/** Values in one line, or each on a line of its own if that would be long. */
function listed(open: string, values: string[], close: string): string {
  const line = values.join(', ');
  if (line.length + open.length < LINE && !line.includes('\n')) return `${open}${line}${close}`;
  const lines = values.map((each) => `  ${each.replaceAll('\n', '\n  ')},\n`);
  return `${open.trimEnd()}\n${lines.join('')}${close.trimStart()}`;
}

/** A value that fits a schema, with its required fields only. */
function sampleOf(given: Json, schemas: Schemas): unknown {
  const name = nameOf(given);
  const schema = name === undefined ? given : (schemas[name] ?? {});
  const branches = (schema['oneOf'] ?? schema['anyOf']) as Json[] | undefined;
  if (branches?.[0]) return sampleOf(branches[0], schemas);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const type = [schema['type']].flat()[0];
  if (type === 'array') return [sampleOf((schema['items'] ?? {}) as Json, schemas)];
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  if (type === 'boolean') return true;
  if (type !== 'object') return `${/^\^([a-z]+_)\[/.exec(String(schema['pattern']))?.[1] ?? ''}…`;
  const properties = (schema['properties'] ?? {}) as Schemas;
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(required.map((field) => [field, sampleOf(properties[field] ?? {}, schemas)]));
}
