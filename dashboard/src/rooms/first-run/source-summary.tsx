import { useQuery } from '@tanstack/react-query';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { firstRun } from '#shared/strings/first-run.ts';

const words = firstRun.source;

/** The number of indexed sources. */
export function SourceSummary() {
  const { data: counts } = useQuery(sourceCountsQuery);
  if (!counts) return null;
  const { indexed, processing } = counts.by_status;
  return (
    <>
      {words.indexed(indexed)}
      {processing > 0 && `, ${words.indexing(processing)}`}
    </>
  );
}
