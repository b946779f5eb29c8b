/** Reads openapi.json as the generators need it: one entry for each operation that an API key may call. */

// biome-ignore lint/suspicious/noExplicitAny: any valid JSON schema; the generators look for what they know.
export type Schema = Record<string, any>;
type Content = Record<string, { schema?: Schema; itemSchema?: Schema }>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string };
type RawOperation = {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content; $ref?: string }>;
  'x-footnote-access'?: { keys?: string[] };
};

export type OpenApi = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
};

/** The result of a call: the `data` of the envelope, a page, the whole body, bytes, text or nothing. */
export type Answer = {
  kind: 'data' | 'page' | 'body' | 'bytes' | 'text' | 'nothing';
  status: string;
  type?: string;
};

export type Operation = {
  /** As in openapi.json: `knowledgeBases.create`. */
  id: string;
  resource: string;
  method: string;
  verb: string;
  path: string;
  summary: string;
  description: string;
  pathParameters: Parameter[];
  queryParameters: Parameter[];
  /** Header parameters, such as `X-Session-Id`. Without `Idempotency-Key`, which the clients set. */
  headers: Parameter[];
  /** The media type that the client sends, and its schema. */
  body?: { type: string; schema: Schema; required: boolean };
  /** Undefined when the answer is always a stream. */
  answer?: Answer;
  /** The schema of one event, when the answer is, or can be, a stream of events. */
  events?: Schema;
  successes: { status: string; content: Content }[];
};

/** Headers that no method has a parameter for: every request takes them beside its parameters. */
const SENT_BY_OPTIONS = ['idempotency-key', 'if-match'];

export class Operations {
  readonly all: Operation[];
  private readonly document: OpenApi;

  constructor(document: OpenApi) {
    this.document = document;
    this.all = Object.entries(document.paths)
      .flatMap(([path, verbs]) =>
        Object.entries(verbs)
          .filter(([, raw]) => (raw['x-footnote-access']?.keys ?? []).length > 0)
          .map(([verb, raw]) => this.read(path, verb, raw)),
      )
      // A file is sent by code that is written by hand.
      .filter(({ body }) => body?.type !== 'multipart/form-data')
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Operations grouped by resource, in alphabetical order. */
  byResource(): [string, Operation[]][] {
    return Object.entries(Object.groupBy(this.all, ({ resource }) => resource)).map(([name, operations]) => [
      name,
      operations ?? [],
    ]);
  }

  resolve(schema: Schema): Schema {
    const name = nameOf(schema);
    return name ? this.resolve(this.document.components.schemas[name] ?? {}) : schema;
  }

  private read(path: string, verb: string, raw: RawOperation): Operation {
    const [resource = '', method = ''] = raw.operationId.split('.');
    if (!method)
      throw new Error(`${verb} ${path} needs an operationId like agents.create, not ${raw.operationId}.`);
    const parameters = raw.parameters ?? [];
    const within = (place: string): Parameter[] => parameters.filter((each) => each.in === place);
    const successes = Object.entries(raw.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content = {} }]) => ({ status, content }));
    const events = successes.map(({ content }) => content['text/event-stream']).find(Boolean);
    return {
      id: raw.operationId,
      resource,
      method,
      verb: verb.toUpperCase(),
      path,
      summary: raw.summary ?? '',
      description: raw.description ?? '',
      // In the order of the path, because methods take them as positional arguments.
      pathParameters: within('path').sort(
        (one, other) => path.indexOf(`{${one.name}}`) - path.indexOf(`{${other.name}}`),
      ),
      queryParameters: within('query'),
      headers: within('header').filter(({ name }) => !SENT_BY_OPTIONS.includes(name.toLowerCase())),
      ...this.bodyOf(raw),
      ...this.answerOf(successes),
      ...(events && { events: events.itemSchema ?? events.schema ?? {} }),
      successes,
    };
  }

  private bodyOf({ requestBody }: RawOperation): Pick<Operation, 'body'> {
    const [type, content] =
      Object.entries(requestBody?.content ?? {}).find(([each]) => each === 'application/json') ??
      Object.entries(requestBody?.content ?? {})[0] ??
      [];
    if (!type || !content?.schema) return {};
    const required =
      (this.resolve(content.schema)['required'] ?? []).length > 0 || isUnion(this.resolve(content.schema));
    return { body: { type, schema: content.schema, required } };
  }

  private answerOf(successes: Operation['successes']): Pick<Operation, 'answer'> {
    const answers = successes.map(({ status, content }): Answer | undefined => {
      const type = Object.keys(content).find((each) => each !== 'text/event-stream');
      if (!type) return Object.keys(content).length > 0 ? undefined : { kind: 'nothing', status };
      if (type === 'application/json')
        return { kind: this.envelopeOf(content[type]?.schema ?? {}), status, type };
      return { kind: /^text\/|\+xml|ndjson|jsonl/.test(type) ? 'text' : 'bytes', status, type };
    });
    const answer = answers.find((each) => each && each.kind !== 'nothing') ?? answers.find(Boolean);
    return answer ? { answer } : {};
  }

  private envelopeOf(schema: Schema): Answer['kind'] {
    const { data, meta } = this.resolve(schema)['properties'] ?? {};
    if (!data || !meta) return 'body';
    return this.resolve(meta)['properties']?.next_cursor && this.resolve(data)['type'] === 'array'
      ? 'page'
      : 'data';
  }
}

/** `Agent` of `{"$ref": "#/components/schemas/Agent"}`. */
export const nameOf = (schema: Schema): string | undefined => schema['$ref']?.split('/').at(-1);

const isUnion = (schema: Schema): boolean => Boolean(schema['oneOf'] ?? schema['anyOf']);

/** `agents.chat` streams as `agents.stream`, `openai.createChatCompletion` as `openai.streamChatCompletion`. */
export const streamingName = (method: string): string =>
  method.startsWith('create') ? method.replace('create', 'stream') : 'stream';

export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
