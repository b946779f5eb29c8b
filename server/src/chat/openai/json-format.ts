import { z } from 'zod';
import { invalidField } from '#errors.ts';
import type { JsonFormat, Models } from '#models/model.ts';

const TYPES = ['text', 'json_object', 'json_schema'] as const;

const type = z
  .enum(TYPES, 'must be "text", "json_object" or "json_schema"')
  .meta({ description: 'Words, any JSON object, or JSON of a schema.' });

const schemaFields = {
  name: z.string().max(200).optional().meta({ description: 'What the schema is called.' }),
  description: z.string().max(2_000).nullish().meta({ description: 'What the JSON is for.' }),
  schema: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The JSON Schema, which the language model is given.' }),
};

/** `response_format` of a completion. */
export const ResponseFormat = z.looseObject({
  type,
  json_schema: z
    .looseObject(schemaFields)
    .optional()
    .meta({ description: 'The schema, with `json_schema`.' }),
});

/** `text.format` of a response, which has the schema's fields beside its type. */
export const TextFormat = z.looseObject({ type, ...schemaFields });

/** The JSON that a request wants; undefined for words. */
export function jsonFormatOf(
  format: z.infer<typeof ResponseFormat> | null | undefined,
): JsonFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  const { name, description, schema } = format.json_schema ?? {};
  return {
    ...(name !== undefined && { name }),
    ...(description && { description }),
    ...(schema && { schema }),
  };
}

/** Throws 422 without a language model. */
export function assertJsonIsPossible({ chatModel }: Models, field: string): void {
  if (!chatModel)
    throw invalidField(
      field,
      'must be "text": without a language model, an agent replies with sentences of its sources',
    );
}
