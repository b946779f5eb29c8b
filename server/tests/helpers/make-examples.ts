import { createHash } from 'node:crypto';

/** Where the service takes its examples from. */
export const EXAMPLES_FILE = 'server/src/http/service-routes/openapi-document/examples.json';

/** A call that succeeded, as its client saw it. */
export type RecordedCall = {
  method: string;
  path: string;
  body: unknown;
  status: number;
  mediaType: string;
  answer: unknown;
};

/** What the reference shows of an operation: a body, and an answer of each status and media type. */
type Example = { body?: unknown; answers: { status: number; mediaType: string; value: unknown }[] };

type Content = { content?: Record<string, unknown> };
type Document = {
  paths: Record<
    string,
    Record<string, { operationId: string; requestBody?: Content; responses: Record<string, Content> }>
  >;
};

/** The first call of each operation of a document for each of its answers, by operation id. `missing` names what nobody saw.
 *  origins: what stands in place of the addresses of a test. */
export function examplesOf(
  { paths }: Document,
  calls: readonly RecordedCall[],
  origins: Record<string, string>,
): { examples: Record<string, Example>; missing: string[] } {
  const examples: [string, Example][] = [];
  const missing: string[] = [];
  // The literal path before the one with a placeholder, as the router takes them.
  const byLiteral = Object.entries(paths).toSorted(([a], [b]) => a.split('{').length - b.split('{').length);
  const taken = new Set<RecordedCall>();
  for (const [path, methods] of byLiteral) {
    const matches = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    for (const [method, { operationId, requestBody, responses }] of Object.entries(methods)) {
      const own = calls.filter(
        (each) =>
          !taken.has(each) &&
          each.method === method.toUpperCase() &&
          matches.test(each.path.split('?')[0] ?? ''),
      );
      for (const each of own) taken.add(each);
      if (own.length === 0) missing.push(operationId);
      const body = requestBody?.content?.['application/json'] && own[0]?.body;
      const answers = documentedAnswers(responses).flatMap(({ status, mediaType }) => {
        const call = own.find((each) => each.status === status && each.mediaType === mediaType);
        if (call) return [{ status, mediaType, value: shortened(shownOf(call)) }];
        missing.push(`${operationId}: ${status} ${mediaType}`);
        return [];
      });
      examples.push([operationId, withoutChance({ ...(body !== undefined && { body }), answers }, origins)]);
    }
  }
  return {
    examples: Object.fromEntries(examples.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    missing,
  };
}

/** The status and media type of each answer that has an example. */
export const shapesOf = (examples: Record<string, Example | undefined>) =>
  Object.entries(examples).map(([id, example]) => [
    id,
    example?.answers.map(({ status, mediaType }) => `${status} ${mediaType}`),
  ]);

/** The answers of success whose bodies a person can read. */
const documentedAnswers = (responses: Record<string, Content>): { status: number; mediaType: string }[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([status, { content = {} }]) =>
      Object.keys(content)
        .filter((mediaType) => /json$|^text\/|svg/.test(mediaType))
        .map((mediaType) => ({ status: Number(status), mediaType })),
    );

/** What the document describes of an answer: of a stream one event, here the one that says most. */
function shownOf({ mediaType, answer }: RecordedCall): unknown {
  if (mediaType !== 'text/event-stream') return answer;
  const [richest = ''] = String(answer)
    .split('\n\n')
    .toSorted((a, b) => b.length - a.length);
  const event = /^event: (.*)$/m.exec(richest)?.[1];
  const data = JSON.parse(/^data: (.*)$/m.exec(richest)?.[1] ?? 'null') as { type?: string };
  // OpenAI's protocols name an event in its data, or not at all.
  return event === undefined || data.type === event ? data : { event, data };
}

const ITEMS = 2;
const NUMBERS = 4;

/** An answer with the first entries of its long lists. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value))
    return value.slice(0, typeof value[0] === 'number' ? NUMBERS : ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}

const START = Date.parse('2026-01-15T09:00:00.000Z');
/** Ids (`src_…`) and secrets (`svc_live_…`, `whsec_…`): a word or two, then at least 16 characters of chance. */
const ID = /\b((?:[a-z]+_){1,2})[A-Za-z0-9+/=-]{16,}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A copy whose ids, secrets, times and addresses are the same in each run: the first id of a kind always reads alike, and times keep
 *  their distances. */
function withoutChance<Value>(value: Value, origins: Record<string, string>): Value {
  let text = JSON.stringify(value);
  for (const [origin, public_] of Object.entries(origins)) text = text.replaceAll(origin, public_);
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (id: string, prefix: string): string => {
    const count = (counts.get(prefix) ?? 0) + 1;
    const name = names.get(id) ?? `${prefix}${lettersOf(`${prefix}${count}`, id.length - prefix.length)}`;
    if (!names.has(id)) counts.set(prefix, count);
    names.set(id, name);
    return name;
  };
  const first = Math.min(...[...text.matchAll(TIME)].map(([time]) => Date.parse(time)));
  return JSON.parse(
    text
      .replace(ID, (id, prefix: string) => nameOf(id, prefix))
      .replace(TIME, (time) => new Date(START + wholeSeconds(Date.parse(time) - first)).toISOString()),
  ) as Value;
}

const wholeSeconds = (ms: number): number => Math.round(ms / 1_000) * 1_000;

function lettersOf(seed: string, length: number): string {
  const bytes = createHash('sha512').update(seed).digest();
  return Array.from({ length }, (_, i) => '0123456789abcdefghjkmnpqrstvwxyz'[(bytes[i % 64] ?? 0) % 32]).join(
    '',
  );
}
