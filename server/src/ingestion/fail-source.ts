import { emit } from '#jobs/emit.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { hoursAfter } from '#lib/clock.ts';
import { SERVICE } from '#records/audit.ts';
import { toSource } from '#records/source.ts';
import { recordHistory } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import { BlobError } from '#storage/blob-error.ts';
import { SourceFault } from './parse/source-fault.ts';

/** Commits the failure of a source. Content that was already indexed stays searchable, and a page with an interval is
 *  fetched again when it is due. */
export async function failSource(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, payload, store }: Job<'ingest-source' | 'read-scans' | 'fetch-page'>,
  error: unknown,
): Promise<void> {
  const fault = faultOf(error);
  if (fault.code === 'internal_error')
    log.error({ err: error, source_id: payload.source_id }, 'a source could not be indexed');
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const current = await tx.sources.find(payload.source_id);
    // A source that is already indexed and was only being relabelled stays unchanged.
    if (current?.revision !== payload.revision || current.status !== 'processing') return;
    const now = clock.now();
    const { refresh_interval_hours: hours } = current;
    const failed = await tx.sources.update(payload.source_id, {
      status: 'failed',
      stage: fault.stage,
      error: faultText(fault),
      updated_at: now,
      ...(hours !== null && { refresh_at: hoursAfter(now, hours) }),
    });
    if (!failed) return;
    const { source_id: sourceId } = failed;
    await emit(tx, { type: 'source.failed', subjectId: sourceId, data: toSource(failed), now });
    await recordHistory(tx, {
      actor: SERVICE,
      now,
      entries: [{ sourceId, action: 'failed', details: { error: toSourceError(fault) } }],
    });
  });
}

/** The error of a source in the API. */
export const toSourceError = ({ code, message, stage, isRetryable }: SourceFault) => ({
  code,
  message,
  stage,
  retryable: isRetryable,
});

/** The error in the row of a source, as JSON. */
export const faultText = (fault: SourceFault): string => JSON.stringify(toSourceError(fault));

export const faultOf = (error: unknown): SourceFault =>
  error instanceof SourceFault
    ? error
    : new SourceFault(
        'internal_error',
        'indexing',
        error instanceof BlobError
          ? 'The original file is missing or damaged in the file store. Add it again, or have it restored and reindex the source.'
          : 'Indexing failed several times because of an error in the service. Reindex the source; if it fails again, check the log.',
        { isRetryable: true, cause: error },
      );
