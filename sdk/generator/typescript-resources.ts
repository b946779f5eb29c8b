import { nameOf, type Operation, type Operations, pascal, type Schema, streamingName } from './operations.ts';

/** Resources with hand-written additions to the generated class: their file, type, and the expression that creates them. */
const BY_HAND: Record<string, { file: string; type: string; value: string }> = {
  sources: { file: './sources.ts', type: 'Sources', value: 'new Sources(this)' },
  search: { file: './search.ts', type: 'Search', value: 'newSearch(this)' },
};
const HEAD = "// Made from openapi.json by sdk/generator. Don't edit: run `npm run gen`.\n";

/** One class for each resource, with a method for each operation. */
export function typescriptResources(operations: Operations): string {
  const names = new Set<string>();
  const queries: string[] = [];
  const classes = operations.byResource().map(([resource, all]) => {
    const methods = all.flatMap((operation) => methodsOf(operation, operations, names, queries));
    assertDistinct(resource, methods);
    return `export class ${classOf(resource)} extends Resource {\n${methods.map(({ text }) => text).join('\n\n')}\n}`;
  });
  return `${HEAD}
import type { Answer, EventStream, PagedAnswer, RequestOptions } from './request.ts';
import { at, Resource } from './resource.ts';
import type {
${[...names, 'operations']
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './schema.generated.ts';

${queries.join('\n')}

${classes.join('\n\n')}
`;
}

/** The class that holds an instance of each resource. */
export function typescriptApi(operations: Operations): string {
  const resources = operations.byResource().map(([name]) => name);
  const generated = resources.filter((name) => !BY_HAND[name]);
  const byHand = resources.flatMap((name) => (BY_HAND[name] ? [BY_HAND[name]] : []));
  return `${HEAD}
import { Client } from './client.ts';
import {
${generated.map((name) => `  ${classOf(name)},`).join('\n')}
} from './resources.generated.ts';
${byHand.map(({ file, type, value }) => `import { ${importsOf(type, value)} } from '${file}';`).join('\n')}

/** A client with every resource of the API. */
export class Api extends Client {
${resources
  .map((name) => {
    const { type, value } = BY_HAND[name] ?? { type: classOf(name), value: `new ${classOf(name)}(this)` };
    return `  readonly ${name}: ${type} = ${value};`;
  })
  .join('\n')}
}
`;
}

/** With a suffix, because the noun alone is the type that its methods return: `limits.get()` returns `Limits`. */
const classOf = (resource: string): string => `${pascal(resource)}Resource`;

const importsOf = (type: string, value: string): string =>
  value.startsWith('new ') ? type : `${value.replace(/\(.*/, '')}, type ${type}`;

function assertDistinct(resource: string, methods: { name: string }[]): void {
  const twice = methods.find(({ name }, at) => methods.findIndex((other) => other.name === name) !== at);
  if (twice) throw new Error(`Two operations would be ${resource}.${twice.name}().`);
}

type Method = { name: string; text: string };

function methodsOf(
  operation: Operation,
  operations: Operations,
  names: Set<string>,
  queries: string[],
): Method[] {
  const { answer, events, method } = operation;
  const inputs = inputsOf(operation, names, queries);
  const methods: Method[] = [];
  if (answer) {
    const { type, call } = answerOf(operation, operations, names);
    methods.push(methodOf(operation, method, inputs, type, call));
  }
  if (events) {
    const name = answer ? streamingName(method) : method;
    const isNamed = hasName(events, operations);
    // The client throws error events.
    const type = isNamed ? `Exclude<${typeOf(events, names)}, { event: 'error' }>` : typeOf(events, names);
    const flags = `, ${Boolean(answer)}, ${isNamed}`;
    methods.push(
      methodOf(
        operation,
        name,
        answer ? withoutStream(inputs) : inputs,
        `EventStream<${type}>`,
        'streamEvents',
        flags,
      ),
    );
  }
  return methods;
}

/** True for events of the form `{event, data}`; an event of OpenAI is only its data. */
function hasName(events: Schema, operations: Operations): boolean {
  const schema = operations.resolve(events);
  const [first = schema] = schema['oneOf'] ?? schema['anyOf'] ?? [];
  return Boolean(operations.resolve(first)['properties']?.data);
}

type Inputs = { parameters: string[]; values: string; queryNames: string };

/** Positional path parameters, then query and body as one object, then the request options. */
function inputsOf(operation: Operation, names: Set<string>, queries: string[]): Inputs {
  const { pathParameters, queryParameters, body } = operation;
  const parameters = pathParameters.map(({ name }) => `${camel(name)}: string`);
  const types: string[] = [];
  if (queryParameters.length > 0) {
    const name = `${pascal(operation.resource)}${pascal(operation.method)}Query`;
    queries.push(`export type ${name} = NonNullable<operations['${operation.id}']['parameters']['query']>;`);
    types.push(name);
  }
  if (body)
    types.push(
      nameOf(body.schema)
        ? typeOf(body.schema, names)
        : `operations['${operation.id}']['requestBody']['content']['${body.type}']`,
    );
  const isRequired = queryParameters.some(({ required }) => required) || Boolean(body?.required);
  const argument = body ? 'body' : 'query';
  if (types.length > 0) parameters.push(`${argument}${isRequired ? '' : '?'}: ${types.join(' & ')}`);
  return {
    parameters,
    values: types.length > 0 ? argument : 'undefined',
    queryNames:
      body && queryParameters.length > 0
        ? `, [${queryParameters.map(({ name }) => `'${name}'`).join(', ')}]`
        : '',
  };
}

const withoutStream = (inputs: Inputs): Inputs => ({
  ...inputs,
  parameters: inputs.parameters.map((each) => each.replace(/^(body\??): (.*)$/, "$1: Omit<$2, 'stream'>")),
});

function answerOf(
  operation: Operation,
  operations: Operations,
  names: Set<string>,
): { type: string; call: string } {
  const { answer, id, successes } = operation;
  if (!answer || answer.kind === 'nothing') return { type: 'Answer<void>', call: 'send' };
  if (answer.kind === 'bytes') return { type: 'Answer<Blob>', call: 'sendForBytes' };
  if (answer.kind === 'text') return { type: 'Answer<string>', call: 'sendForText' };
  const content = successes.find(({ status }) => status === answer.status)?.content['application/json'];
  const schema = operations.resolve(content?.schema ?? {});
  const indexed = `operations['${id}']['responses'][${answer.status}]['content']['application/json']`;
  if (answer.kind === 'body')
    return { type: `Answer<${named(content?.schema ?? {}, indexed, names)}>`, call: 'sendForBody' };
  const data: Schema = schema['properties'].data;
  if (answer.kind === 'page')
    return {
      type: `PagedAnswer<${named(operations.resolve(data)['items'] ?? {}, `${indexed}['data'][number]`, names)}>`,
      call: 'sendForPage',
    };
  const items = data['items'];
  if (items && nameOf(items)) return { type: `Answer<${typeOf(items, names)}[]>`, call: 'send' };
  return { type: `Answer<${named(data, `${indexed}['data']`, names)}>`, call: 'send' };
}

const named = (schema: Schema, otherwise: string, names: Set<string>): string =>
  nameOf(schema) ? typeOf(schema, names) : otherwise;

function typeOf(schema: Schema, names: Set<string>): string {
  const name = nameOf(schema);
  if (!name)
    throw new Error(`A schema without a name can't be an argument: ${JSON.stringify(schema).slice(0, 200)}`);
  names.add(name);
  return name;
}

function methodOf(
  operation: Operation,
  name: string,
  inputs: Inputs,
  type: string,
  call: string,
  flag = '',
): Method {
  const { verb, path, pathParameters, body } = operation;
  const parameters = [...inputs.parameters, 'options?: RequestOptions'].join(', ');
  const place =
    pathParameters.length > 0
      ? `at\`${path.replace(/\{(\w+)\}/g, (_, each) => `\${${camel(each)}}`)}\``
      : `'${path}'`;
  const values = `${inputs.values}, options${flag || inputs.queryNames ? flag || ', false' : ''}${inputs.queryNames}`;
  if (body && body.type !== 'application/json')
    throw new Error(`${operation.id} takes ${body.type}, which the SDK can't send.`);
  return {
    name,
    text: `${docOf(operation)}\n  ${name}(${parameters}): ${type} {\n    return this.client.${call}('${verb}', ${place}, ${values});\n  }`,
  };
}

function docOf({ summary, description, verb, path }: Operation): string {
  const lines = [summary && `${summary}.`.replace(/\.\.$/, '.'), description, `\`${verb} ${path}\``]
    .filter(Boolean)
    .flatMap((text, at) => [...(at > 0 ? [''] : []), ...text.split('\n')]);
  return `  /**\n${lines
    .map((line) => `   * ${line}`.trimEnd())
    .join('\n')
    .replaceAll('*/', '*\\/')
    .replace(/\*\\\/$/, '*/')}\n   */`;
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
