import { Suspense, useState } from 'react';
import { Failure, Page } from '../components/page.tsx';
import { useFirstRun } from '../first-run/first-run-state.ts';
import { lazyPart } from '../load-part.ts';
import { overview as words } from '../strings/overview.ts';
import { OverviewLoading } from './overview-loading.tsx';

const Insights = lazyPart(() => import('./insights.tsx'), 'Insights');
const FirstRun = lazyPart(() => import('../first-run/first-run.tsx'), 'FirstRun');

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
