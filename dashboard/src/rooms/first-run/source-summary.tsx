import { useQuery } from '@tanstack/react-query';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { text } from '#shared/strings/text.ts';

const { firstRun } = text;

const words = firstRun.source;

/** The number of indexed sources. */
export function SourceSummary() {
  const { data: counts } = useQuery(sourceCountsQuery);
  if (!counts) return null;
  const { indexed, processing } = counts.by_status;
  return (
    <>
      {words.indexed({ count: indexed })}
      {processing > 0 && `, ${words.indexing({ count: processing })}`}
    </>
  );
}
