import { Check } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { Loading, Page, Panel } from '#shared/components/page.tsx';
import { lazyPart } from '#shared/lazy-part.ts';
import { useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { text } from '#shared/strings/text.ts';
import type { FirstRunState, Step, StepState } from './first-run-state.ts';
import { SourceSummary } from './source-summary.tsx';

const words = text.firstRun;

// Each step is loaded when it is opened.
const SourceStep = lazyPart(() => import('./source-step.tsx'), 'SourceStep');
const QuestionStep = lazyPart(() => import('./question-step.tsx'), 'QuestionStep');
const KeyStep = lazyPart(() => import('./key-step.tsx'), 'KeyStep');

/** Leads a newcomer from an empty workspace to an answer with its sources, and then offers an API key. */
export function FirstRun({
  state: { steps, skipped, setSkipped, offersKey },
  finish,
}: {
  state: FirstRunState;
  finish: () => void;
}) {
  useSourceChanges();
  const current = steps.find(({ state }) => state === 'open')?.step;
  const reached = useReached(current);
  // A new key stays on the page, so that it can be copied.
  const [isKeyOffered, setKeyOffered] = useState(false);
  if (current === undefined && offersKey && !isKeyOffered) setKeyOffered(true);
  useFocusOn(current);
  const doneCount = steps.filter(({ state }) => state === 'done').length;
  const content: Record<Step, ReactNode> = {
    source: <SourceStep />,
    question: <QuestionStep />,
  };
  const summary: Record<Step, ReactNode> = {
    source: <SourceSummary />,
    question: words.question.asked,
  };
  return (
    <Page title={words.title} about={words.about}>
      <div className="-my-2 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <p role="status" className="text-small text-quiet">
          {words.progress({ done: doneCount, all: steps.length })}
        </p>
        {current && (
          <Button
            look="quiet"
            className="-me-3 sm:me-1"
            onClick={() => {
              setSkipped(steps.map(({ step }) => step));
              finish();
            }}
          >
            {words.skipAll}
          </Button>
        )}
      </div>
      <ol className="grid gap-3">
        {steps.map(({ step, state }, index) => (
          <StepPanel
            key={step}
            step={step}
            number={index + 1}
            state={state}
            isCurrent={step === current}
            summary={summary[step]}
            skip={() => setSkipped([...skipped, step])}
            reopen={() => setSkipped(skipped.filter((each) => each !== step))}
          >
            {/* A new answer stays open, so that it can be read. */}
            {(step === current || (reached.has(step) && step === 'question')) &&
              state !== 'skipped' &&
              content[step]}
          </StepPanel>
        ))}
      </ol>
      {current === undefined && isKeyOffered && (
        <Panel title={words.key.title}>
          <Suspense fallback={<Loading lines={2} />}>
            <KeyStep />
          </Suspense>
        </Panel>
      )}
      {current === undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-quiet">{words.finished}</p>
          <Button look="primary" onClick={finish}>
            {words.finish}
          </Button>
        </div>
      )}
    </Page>
  );
}

/** On narrow screens it is below the title, aligned with it. */
const ACTION = 'max-sm:ms-7';

const headingId = (step: Step): string => `first-run-${step}`;

function StepPanel({
  step,
  number,
  state,
  isCurrent,
  summary,
  skip,
  reopen,
  children,
}: {
  step: Step;
  number: number;
  state: StepState;
  isCurrent: boolean;
  /** The result of the step. */
  summary: ReactNode;
  skip: () => void;
  reopen: () => void;
  children: ReactNode;
}) {
  const { title } = words[step];
  const stateWord = words.state[isCurrent ? 'current' : state === 'open' ? 'later' : state];
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={`rounded-panel border bg-panel ${isCurrent ? 'border-accent' : 'border-line'}`}
    >
      <div className="flex min-h-13 flex-wrap items-center gap-x-3 px-4 py-2">
        <span
          aria-hidden
          className={`grid size-7 shrink-0 place-items-center rounded-full font-medium ${state === 'done' ? 'bg-good-ground text-good' : isCurrent ? 'bg-accent text-on-accent' : 'bg-sunken text-quiet'}`}
        >
          {state === 'done' ? <Check className="size-4" /> : number}
        </span>
        <div className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-3">
          <h2
            id={headingId(step)}
            tabIndex={-1}
            className={`text-heading outline-none ${isCurrent ? 'font-semibold' : ''} ${state === 'open' && !isCurrent ? 'text-quiet' : ''}`}
          >
            {title}
            <span className="sr-only">, {stateWord}</span>
          </h2>
          <span className="min-w-0 text-small text-quiet [overflow-wrap:anywhere]">
            {state === 'done' ? summary : state === 'skipped' && words.state.skipped}
          </span>
        </div>
        {isCurrent && (
          <Button look="quiet" className={ACTION} aria-label={words.skipOf({ step: title })} onClick={skip}>
            {words.skip}
          </Button>
        )}
        {state === 'skipped' && (
          <Button look="quiet" className={ACTION} aria-label={words.openOf({ step: title })} onClick={reopen}>
            {words.open}
          </Button>
        )}
      </div>
      {children && (
        <div className="px-4 pb-4 sm:ps-14">
          <Suspense fallback={<Loading lines={4} />}>{children}</Suspense>
        </div>
      )}
    </li>
  );
}

/** Steps that were open when the page loaded. */
function useReached(current: Step | undefined): ReadonlySet<Step> {
  const [reached, setReached] = useState<ReadonlySet<Step>>(new Set());
  if (current && !reached.has(current)) setReached(new Set([...reached, current]));
  return reached;
}

/** Moves the focus to the next step if the finished one had it. */
function useFocusOn(current: Step | undefined): void {
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== current && current && document.activeElement === document.body)
      document.getElementById(headingId(current))?.focus();
    before.current = current;
  }, [current]);
}
