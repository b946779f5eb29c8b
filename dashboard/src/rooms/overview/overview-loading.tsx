import { text } from '#shared/strings/text.ts';

/** Placeholders for the numbers and charts, so that nothing jumps. */
export const OverviewLoading = () => (
  <div className="grid animate-pulse gap-5" role="status" aria-label={text.common.loading}>
    <div className="h-44 rounded-panel bg-sunken sm:h-32 lg:h-18" />
    <div className="grid gap-5 lg:grid-cols-2">
      {['messages', 'confidence', 'sources', 'latency'].map((panel) => (
        <div key={panel} className="h-96 rounded-panel bg-sunken" />
      ))}
    </div>
  </div>
);
