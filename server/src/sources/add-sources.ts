import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { validate } from '#http/validate.ts';
import type { Embedders } from '#models/model.ts';
import type { AuditActor } from '#records/audit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { addSource } from './add-source.ts';
import { contentOfFields, type SourceBody } from './read-body.ts';
import { BatchSource, type CreatedSources } from './schema.ts';
import { showingSources } from './show-source.ts';
import { upsertSource } from './upsert-source.ts';

type Result = z.infer<typeof CreatedSources>['results'][number];

/** A source of a batch, or what is wrong with it. */
type Item = { body: SourceBody<typeof BatchSource>; error?: never } | { body?: never; error: AppError };

/** Checks one source of a batch. */
export function readItem(raw: unknown): Item {
  try {
    const fields = validate(BatchSource, raw ?? {});
    const { type } = fields;
    return { body: { fields, ...contentOfFields(fields, undefined, { type, isContentRequired: true }) } };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

type Options = { embedders: Embedders; upsert: boolean; actor: AuditActor; now: number };

/** Adds the sources of a batch in their order, and answers each. One that is refused is refused before anything of it is
 *  written, so the others can be committed. */
export async function addSources(
  tx: WorkspaceTransaction,
  items: readonly Item[],
  options: Options,
): Promise<Result[]> {
  const show = showingSources(tx, options.embedders);
  const results: Result[] = [];
  for (const { body, error } of items) {
    if (error) {
      results.push(refusalOf(error));
      continue;
    }
    try {
      const { source, outcome } = await addOne(tx, body, options);
      const data = { ...(await show(source)), outcome };
      results.push({ status: outcome === 'created' ? 201 : 200, data });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      results.push(refusalOf(thrown));
    }
  }
  return results;
}

async function addOne(
  tx: WorkspaceTransaction,
  body: SourceBody<typeof BatchSource>,
  { upsert, actor, now }: Options,
): ReturnType<typeof upsertSource> {
  const { external_id: externalId, on_duplicate: onDuplicate } = body.fields;
  if (upsert && externalId !== undefined)
    return await upsertSource(tx, { ...body, externalId, onDuplicate, actor, now });
  const { source, isNew } = await addSource(tx, { ...body, actor, now });
  return { source, outcome: isNew ? 'created' : 'unchanged' };
}

const refusalOf = ({ status, code, message, details }: AppError): Result => ({
  status,
  error: { code, message, ...(details && { details }) },
});
