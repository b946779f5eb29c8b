import { text } from '#shared/strings/text.ts';

/** Placeholders in the places of the numbers and charts, so that nothing jumps. */
export const OverviewLoading = () => (
  <div className="grid animate-pulse gap-4" role="status" aria-label={text.common.loading}>
    <div className="h-99 rounded-panel bg-sunken sm:h-66 xl:h-33" />
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <div className="order-2 grid gap-4 lg:order-1">
        <div className="h-92 rounded-panel bg-sunken" />
        <div className="grid gap-4 xl:grid-cols-2">
          <div className="h-92 rounded-panel bg-sunken" />
          <div className="h-92 rounded-panel bg-sunken" />
        </div>
      </div>
      <div className="order-1 grid gap-4 lg:order-2">
        <div className="h-28 rounded-panel bg-sunken" />
        <div className="hidden h-60 rounded-panel bg-sunken lg:block" />
      </div>
    </div>
  </div>
);
