import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { validate } from '#http/validate.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import { type Content, contentOfText, spoolFolder } from '#records/content.ts';
import { webAddress } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { SourceType } from '#storage/tables.ts';
import { type Form, readForm } from './upload.ts';

type ContentFields = {
  content?: string | undefined;
  url?: string | undefined;
  refresh_interval_hours?: number | null | undefined;
};

/** A validated body with its content. */
export type SourceBody<Schema extends z.ZodType> = {
  fields: z.output<Schema>;
  content: Content | undefined;
  url: string | undefined;
};

/** Reads and validates a body with content, sent as JSON or as a form. The caller must dispose of the content.
 *  typeOf: the type of the source, called once the fields are known. */
export async function readSourceBody<Schema extends z.ZodType<ContentFields> & Pick<z.ZodObject, 'shape'>>(
  { config }: Pick<Services, 'config'>,
  request: FastifyRequest,
  schema: Schema,
  typeOf: (fields: z.output<Schema>) => { type: SourceType; isContentRequired: boolean },
): Promise<SourceBody<Schema>> {
  const {
    fields: raw,
    file,
    hash,
  } = request.isMultipart()
    ? withTypes(
        await readForm(
          request,
          {
            folder: spoolFolder(config.DATA_DIR),
            fileBytes: maxFileBytes(config),
            names: Object.keys(schema.shape),
          },
          contextOf(request).signal,
        ),
      )
    : { fields: request.body, file: undefined, hash: undefined };
  try {
    if (hash !== undefined) await contextOf(request).noteForm?.(hash);
    const fields = validate(schema, raw);
    return { fields, ...contentOfFields(fields, file, typeOf(fields)) };
  } catch (error) {
    await file?.dispose();
    throw error;
  }
}

/** The content that validated fields bring. Throws if it doesn't fit the type. */
export function contentOfFields(
  fields: ContentFields,
  file: Content | undefined,
  { type, isContentRequired }: { type: SourceType; isContentRequired: boolean },
): Omit<SourceBody<z.ZodType>, 'fields'> {
  assertContentFits(type, { ...fields, file }, isContentRequired);
  if (type !== 'url' && fields.refresh_interval_hours != null)
    throw invalidField('refresh_interval_hours', 'belongs to a source of type url');
  const content = fields.content === undefined ? file : contentOfText(fields.content);
  return { content, url: fields.url === undefined ? undefined : webAddress(fields.url) };
}

/** Forms have only strings: the one numeric field is converted if it looks like a number, and metadata is JSON. A list of
 *  principals that is the word null is null, for everyone. */
export function withTypes<Sent extends Pick<Form, 'fields'>>(form: Sent): Sent {
  const { refresh_interval_hours: hours, metadata, allowed } = form.fields;
  if (typeof hours === 'string' && /^\d{1,9}$/.test(hours))
    form.fields['refresh_interval_hours'] = Number(hours);
  if (Array.isArray(allowed) && allowed.length === 1 && allowed[0] === 'null') form.fields['allowed'] = null;
  if (typeof metadata === 'string') form.fields['metadata'] = parseMetadata(metadata);
  return form;
}

/** Every character may be escaped as `\\uXXXX`. */
const METADATA_CHARACTERS = 6 * LIMITS.sourceMetadataBytes;

function parseMetadata(json: string): unknown {
  if (json.length > METADATA_CHARACTERS) throw invalidField('metadata', 'is longer than any metadata');
  const metadata = parseJson(json);
  // As strict JSON refuses it; a schema would leave it out.
  if (typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__'))
    throw invalidField('metadata', 'must not have a key "__proto__"');
  return metadata;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidField('metadata', 'must be a JSON object, such as {"language":"de"}');
  }
}

/** The field that contains the content of each type. */
export const FIELD_OF: Record<SourceType, 'content' | 'url' | 'file'> = {
  text: 'content',
  url: 'url',
  document: 'file',
};

function assertContentFits(
  type: SourceType,
  given: ContentFields & { file: Content | undefined },
  isRequired: boolean,
): void {
  const wanted = FIELD_OF[type];
  if (isRequired && given[wanted] === undefined) {
    const reason = `is required when type is ${type}${wanted === 'file' ? '; send it as multipart/form-data' : ''}`;
    throw new AppError('invalid_request', `${wanted}: ${reason}.`, { details: [{ field: wanted, reason }] });
  }
  for (const other of Object.values(FIELD_OF)) {
    if (other !== wanted && given[other] !== undefined)
      throw invalidField(other, `does not belong to a source of type ${type}, which takes ${wanted}`);
  }
}
