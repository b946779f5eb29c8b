import { Suspense, useState } from 'react';
import { useFirstRun } from '#rooms/first-run/first-run-state.ts';
import { OverviewLoading } from '#rooms/overview/overview-loading.tsx';
import { Failure, Page } from '#shared/components/page.tsx';
import { lazyPart } from '#shared/load-part.ts';
import { overview as words } from '#shared/strings/overview.ts';

const Insights = lazyPart(() => import('#rooms/overview/insights.tsx'), 'Insights');
const FirstRun = lazyPart(() => import('#rooms/first-run/first-run.tsx'), 'FirstRun');

/** The way to a first answer, as long as a step of it is open; then how the workspace does. */
export function Overview() {
  const { isKnown, error, retry, state } = useFirstRun();
  const [isLed, setLed] = useState(false);
  if (!isKnown)
    return (
      <Page title={words.title}>{error ? <Failure error={error} retry={retry} /> : <OverviewLoading />}</Page>
    );
  // Whoever has begun it ends it: what was made last stays in sight.
  if (!isLed && state?.steps.some((step) => step.state === 'open')) setLed(true);
  return (
    <Suspense
      fallback={
        <Page title={words.title}>
          <OverviewLoading />
        </Page>
      }
    >
      {isLed && state ? <FirstRun state={state} finish={() => setLed(false)} /> : <Insights />}
    </Suspense>
  );
}
