import { nameOf, type Operation, type Operations, pascal, type Schema, streamingName } from './operations.ts';

/** Resources whose generated class has a hand-written subclass in `_<resource>.py`. */
const BY_HAND = new Set(['sources', 'search']);
const KEYWORDS = new Set(['from', 'import', 'is', 'not', 'class', 'global', 'pass', 'async', 'await', 'in']);

type Flavour = { isAsync: boolean; prefix: string };
const SYNC: Flavour = { isAsync: false, prefix: '' };
const ASYNC: Flavour = { isAsync: true, prefix: 'Async' };

/** A sync and an async class for each resource, with a method for each operation. */
export function pythonResources(operations: Operations): string {
  const classes = [SYNC, ASYNC].flatMap((flavour) =>
    operations.byResource().map(([resource, all]) => {
      const methods = all.flatMap((operation) => methodsOf(operation, operations, flavour));
      return `class ${flavour.prefix}${pascal(resource)}Resource(${flavour.prefix}Resource):\n${methods.join('\n')}`;
    }),
  );
  return `"""Made from openapi.json by sdk/generator. Don't edit: run \`npm run gen\`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import models, params
from ._client import AsyncPages, AsyncResource, Page, Resource
from ._request import OMIT, Call, Omit, RequestOptions, ServerEvent, at


${classes.join('\n\n')}`;
}

/** The two clients, with an instance of each resource. */
export function pythonApi(operations: Operations): string {
  const resources = operations.byResource().map(([name]) => name);
  const generated = resources.filter((name) => !BY_HAND.has(name));
  const classOf = (name: string, { prefix }: Flavour): string =>
    `${prefix}${pascal(name)}${BY_HAND.has(name) ? '' : 'Resource'}`;
  const client = (flavour: Flavour, base: string): string =>
    `class ${flavour.prefix}Api(${base}):\n    """A client with every resource of the API."""\n\n    def _open_resources(self) -> None:\n${resources
      .map((name) => `        self.${snake(name)} = ${classOf(name, flavour)}(self)`)
      .join('\n')}\n`;
  return `"""Made from openapi.json by sdk/generator. Don't edit: run \`npm run gen\`."""

from ._client import AsyncClient, SyncClient
${resources
  .filter((name) => BY_HAND.has(name))
  .map((name) => `from ._${snake(name)} import ${classOf(name, ASYNC)}, ${classOf(name, SYNC)}`)
  .join('\n')}
from .resources import (
${[ASYNC, SYNC].flatMap((flavour) => generated.map((name) => `    ${classOf(name, flavour)},`)).join('\n')}
)


${client(SYNC, 'SyncClient')}

${client(ASYNC, 'AsyncClient')}`;
}

/** The return type of a method, such as `Page[models.Source]`, and the client method behind it. */
type Result = { type: string; call: string; kind: string };

function methodsOf(operation: Operation, operations: Operations, flavour: Flavour): string[] {
  const { answer, events, method } = operation;
  const methods: string[] = [];
  if (answer) methods.push(methodOf(operation, method, operations, flavour, resultOf(operation, operations)));
  if (events) {
    const type = flavour.isAsync ? 'AsyncIterator[ServerEvent]' : 'Iterator[ServerEvent]';
    const name = answer ? streamingName(method) : method;
    methods.push(methodOf(operation, name, operations, flavour, { type, call: 'stream_events', kind: '' }));
  }
  return methods;
}

function resultOf({ answer, successes }: Operation, operations: Operations): Result {
  if (!answer || answer.kind === 'nothing') return { type: 'None', call: 'send', kind: 'None' };
  if (answer.kind === 'bytes') return { type: 'bytes', call: 'send_for_bytes', kind: '' };
  if (answer.kind === 'text') return { type: 'str', call: 'send_for_text', kind: '' };
  const schema =
    successes.find(({ status }) => status === answer.status)?.content['application/json']?.schema ?? {};
  if (answer.kind === 'body') return { ...modelOf(schema), call: 'send_for_body' };
  const data: Schema = operations.resolve(schema)['properties'].data;
  if (answer.kind === 'page')
    return { ...modelOf(operations.resolve(data)['items'] ?? {}), call: 'send_for_page' };
  return { ...modelOf(data), call: 'send' };
}

function modelOf(schema: Schema): { type: string; kind: string } {
  if (schema['type'] === 'array') {
    const { type } = modelOf(schema['items'] ?? {});
    return { type: `List[${type}]`, kind: `List[${type}]` };
  }
  const name = nameOf(schema);
  return name
    ? { type: `models.${name}`, kind: `models.${name}` }
    : { type: 'Dict[str, Any]', kind: 'Dict[str, Any]' };
}

type Argument = {
  name: string;
  key: string;
  type: string;
  isRequired: boolean;
  description: string;
  isQuery: boolean;
};

function methodOf(
  operation: Operation,
  name: string,
  operations: Operations,
  flavour: Flavour,
  result: Result,
): string {
  const { pathParameters, path, verb, body } = operation;
  const isStream = result.call === 'stream_events';
  const isSwitched = isStream && operation.answer !== undefined;
  const named = argumentsOf(operation, operations).filter(({ key }) => key !== 'stream');
  const isPage = result.call === 'send_for_page';
  const returns = isPage ? `${flavour.isAsync ? 'AsyncPages' : 'Page'}[${result.type}]` : result.type;
  const signature = [
    'self',
    ...pathParameters.map((each) => `${each.name}: str`),
    '*',
    ...named.map(({ name: own, type, isRequired }) =>
      isRequired ? `${own}: ${type}` : `${own}: Union[${type}, Omit] = OMIT`,
    ),
    'options: Optional[RequestOptions] = None',
  ];
  const isCoroutine = flavour.isAsync && !isPage && !isStream;
  const holder = (isQuery: boolean): string =>
    named
      .filter((each) => each.isQuery === isQuery)
      .map(({ key, name: own }) => `"${key}": ${own}`)
      .concat(!isQuery && isSwitched ? ['"stream": True'] : [])
      .join(', ');
  const place =
    pathParameters.length > 0
      ? `at("${path.replace(/\{\w+\}/g, '{}')}", ${pathParameters.map((each) => each.name).join(', ')})`
      : `"${path}"`;
  const parts = [`"${verb}"`, place];
  if (holder(true)) parts.push(`query={${holder(true)}}`);
  if (body) parts.push(`json={${holder(false)}}`);
  const call = flavour.isAsync && isPage ? 'pages' : result.call;
  const send = `self._client.${call}(Call(${parts.join(', ')}, options=options)${result.kind && `, ${result.kind}`})`;
  const cast =
    result.call === 'send' || result.call === 'send_for_body'
      ? `answer_: ${returns} = ${isCoroutine ? 'await ' : ''}${send}\n        return answer_`
      : `return ${isCoroutine ? 'await ' : ''}${send}`;
  const code = returns === 'None' ? `${isCoroutine ? 'await ' : ''}${send}` : cast;
  return `    ${isCoroutine ? 'async ' : ''}def ${snake(name)}(\n        ${signature.join(',\n        ')},\n    ) -> ${returns}:\n${docOf(operation, named)}\n        ${code}\n`;
}

/** The fields of the query and the body as keyword arguments, required ones first. */
function argumentsOf(
  { queryParameters, body, id, pathParameters }: Operation,
  operations: Operations,
): Argument[] {
  const query = queryParameters.map(({ name, required, schema, description = '' }) => ({
    name: safe(name),
    key: name,
    type: typeOf(schema, operations),
    isRequired: Boolean(required),
    description,
    isQuery: true,
  }));
  const fields = body ? fieldsOf(operations.resolve(body.schema), operations) : [];
  const all = [...query, ...fields];
  for (const { name } of all)
    if (
      pathParameters.some((each) => each.name === name) ||
      all.filter((each) => each.name === name).length > 1
    )
      throw new Error(`${id} has two parameters with the name ${name}.`);
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

/** Merges the variants of a union: a field is required if every variant requires it. */
function fieldsOf(schema: Schema, operations: Operations): Argument[] {
  const variants: Schema[] = schema['oneOf'] ?? schema['anyOf'] ?? [];
  const merged = new Map<string, Argument & { types: Set<string> }>();
  for (const variant of variants.length > 0 ? variants.map((each) => operations.resolve(each)) : [schema]) {
    for (const [key, value] of Object.entries((variant['properties'] ?? {}) as Record<string, Schema>)) {
      const isRequired = ((variant['required'] ?? []) as string[]).includes(key);
      const known = merged.get(key);
      const types = (known?.types ?? new Set<string>()).add(typeOf(value, operations));
      const resolved: string = value['description'] ?? known?.description ?? '';
      merged.set(key, {
        name: safe(key),
        key,
        types,
        type: union([...types]),
        isRequired: isRequired && (known?.isRequired ?? true),
        description: resolved,
        isQuery: false,
      });
    }
  }
  for (const each of merged.values())
    if (variants.some((variant) => !operations.resolve(variant)['properties']?.[each.key]))
      each.isRequired = false;
  return [...merged.values()];
}

const union = (types: string[]): string =>
  types.length > 1 ? `Union[${[...new Set(types)].join(', ')}]` : (types[0] ?? 'Any');

function typeOf(schema: Schema, operations: Operations): string {
  const name = nameOf(schema);
  if (name) {
    const resolved = operations.resolve(schema);
    return resolved['properties'] ? `params.${name}` : typeOf(resolved, operations);
  }
  if (schema['const'] !== undefined) return `Literal[${literal(schema['const'])}]`;
  if (schema['enum']) return `Literal[${schema['enum'].map(literal).join(', ')}]`;
  const variants: Schema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (variants) return union(variants.map((each) => typeOf(each, operations)));
  if (schema['allOf']?.length === 1) return typeOf(schema['allOf'][0], operations);
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type: string) => typeOf({ ...schema, type }, operations)));
  if (schema['type'] === 'array') return `List[${typeOf(schema['items'] ?? {}, operations)}]`;
  if (schema['type'] === 'string' && schema['format'] === 'date-time') return 'Union[datetime, str]';
  return (
    {
      string: 'str',
      integer: 'int',
      number: 'float',
      boolean: 'bool',
      null: 'None',
      object: 'Dict[str, Any]',
    }[schema['type'] as string] ?? 'Any'
  );
}

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

function docOf({ summary, description, verb, path }: Operation, named: Argument[]): string {
  const described = named.filter((each) => each.description);
  const lines = [
    summary && `${summary.replace(/\.$/, '')}.`,
    ...(description ? ['', ...description.split('\n')] : []),
    '',
    `\`${verb} ${path}\``,
    ...(described.length > 0
      ? [
          '',
          'Args:',
          ...described.map((each) => `    ${each.name}: ${each.description.replaceAll('\n', ' ')}`),
        ]
      : []),
  ];
  const text = lines.join('\n').replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  return `        """${text
    .split('\n')
    .map((line, at) => (at > 0 && line ? `        ${line}` : line))
    .join('\n')}\n        """`;
}

const snake = (name: string): string => safe(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const safe = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);
