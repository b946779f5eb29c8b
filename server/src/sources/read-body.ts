import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { validate } from '#http/validate.ts';
import type { Services } from '#services.ts';
import type { SourceType } from '#storage/tables.ts';
import { type Content, contentOfText, readForm } from './upload.ts';

type ContentFields = { content?: string | undefined; url?: string | undefined };

/** A body that was checked, with the content that it brought. */
export type SourceBody<Schema extends z.ZodType> = {
  fields: z.output<Schema>;
  content: Content | undefined;
  url: string | undefined;
};

/** Reads and checks a body that brings content, sent as JSON or as a form. `typeOf` tells the type of the source, once
 *  the fields are known. The caller disposes of the content. */
export async function readSourceBody<Schema extends z.ZodType<ContentFields>>(
  { config }: Pick<Services, 'config'>,
  request: FastifyRequest,
  schema: Schema,
  typeOf: (fields: z.output<Schema>) => { type: SourceType; isContentRequired: boolean },
): Promise<SourceBody<Schema>> {
  const { fields: raw, file } = request.isMultipart()
    ? await readForm(request, join(config.DATA_DIR, 'uploads'))
    : { fields: request.body, file: undefined };
  try {
    const fields = validate(schema, raw);
    const { type, isContentRequired } = typeOf(fields);
    assertContentFits(type, { ...fields, file }, isContentRequired);
    const content = fields.content === undefined ? file : contentOfText(fields.content);
    return { fields, content, url: fields.url === undefined ? undefined : parseUrl(fields.url) };
  } catch (error) {
    await file?.dispose();
    throw error;
  }
}

const FIELD_OF: Record<SourceType, 'content' | 'url' | 'file'> = {
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

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw invalidField('url', 'must be an address that begins with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw invalidField('url', 'must not carry a user name or a password');
  return url.href;
}
