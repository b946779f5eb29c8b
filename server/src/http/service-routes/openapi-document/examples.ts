import examples from './examples.json' with { type: 'json' };
import type { Operation } from './json.ts';

type Example = { body?: unknown; answers: { status: number; mediaType: string; value: unknown }[] };

/** Example bodies and answers by operation id. A test recorded them (`npm run gen:examples`). */
export const EXAMPLES: Record<string, Example | undefined> = examples;

/** Adds the examples to the body and the answers of an operation. */
export function addExamples({ operationId, requestBody, responses }: Operation): void {
  const { body, answers = [] } = EXAMPLES[operationId] ?? {};
  const asked = requestBody?.content['application/json'];
  if (asked && body !== undefined) asked.example = body;
  for (const { status, mediaType, value } of answers) {
    const told = responses[status]?.content?.[mediaType];
    if (told) told.example = value;
  }
}
