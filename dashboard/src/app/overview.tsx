import { usePrefetchQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useFirstRun } from '#rooms/first-run/first-run-state.ts';
import { OverviewLoading } from '#rooms/overview/overview-loading.tsx';
import { attentionQuery, overviewQuery } from '#rooms/overview/overview-query.ts';
import { Failure, Page } from '#shared/components/page.tsx';
import { lazyPart } from '#shared/lazy-part.ts';
import { text } from '#shared/strings/text.ts';

const Insights = lazyPart(() => import('#rooms/overview/insights.tsx'), 'Insights');
const FirstRun = lazyPart(() => import('#rooms/first-run/first-run.tsx'), 'FirstRun');

/** The first-run steps while one of them is open; then the numbers of the workspace. */
export function Overview() {
  // Asked for beside what decides whether they are shown.
  usePrefetchQuery(overviewQuery(useSearch({ from: '/inside/' })));
  usePrefetchQuery(attentionQuery);
  const { isKnown, error, retry, state } = useFirstRun();
  const [isLed, setLed] = useState(false);
  if (!isKnown)
    return (
      <Page title={text.common.nav.overview}>
        {error ? <Failure error={error} retry={retry} /> : <OverviewLoading />}
      </Page>
    );
  // Once begun, the first run stays until it is finished, so that the last step's result stays visible.
  if (!isLed && state?.steps.some((step) => step.state === 'open')) setLed(true);
  return (
    <Suspense
      fallback={
        <Page title={text.common.nav.overview}>
          <OverviewLoading />
        </Page>
      }
    >
      {isLed && state ? <FirstRun state={state} finish={() => setLed(false)} /> : <Insights />}
    </Suspense>
  );
}
