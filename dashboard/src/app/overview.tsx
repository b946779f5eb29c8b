import { Suspense, useState } from 'react';
import { useFirstRun } from '#rooms/first-run/first-run-state.ts';
import { OverviewLoading } from '#rooms/overview/overview-loading.tsx';
import { Failure, Page } from '#shared/components/page.tsx';
import { lazyPart } from '#shared/lazy-part.ts';
import { text } from '#shared/strings/text.ts';

const words = text.overview;

const Insights = lazyPart(() => import('#rooms/overview/insights.tsx'), 'Insights');
const FirstRun = lazyPart(() => import('#rooms/first-run/first-run.tsx'), 'FirstRun');

/** The first-run steps while one of them is open; then the numbers of the workspace. */
export function Overview() {
  const { isKnown, error, retry, state } = useFirstRun();
  const [isLed, setLed] = useState(false);
  if (!isKnown)
    return (
      <Page title={words.title}>{error ? <Failure error={error} retry={retry} /> : <OverviewLoading />}</Page>
    );
  // Once begun, the first run stays until it is finished, so that the last step's result stays visible.
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
