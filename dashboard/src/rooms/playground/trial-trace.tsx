import type { ReactNode } from 'react';
import { formatDuration, formatNumber } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { TrialStep } from './trial.ts';

const words = rooms.trials;

/** What was done for a reply, in order, with times. */
export function TrialTrace({ steps }: { steps: readonly TrialStep[] }) {
  const longest = Math.max(1, ...steps.map(({ at_ms, duration_ms }) => at_ms + duration_ms));
  return (
    <ol className="grid gap-2.5">
      {steps.map((step) => (
        <li key={`${step.name} ${step.at_ms} ${step.duration_ms}`} className="grid min-w-0 gap-1">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className={isInner(step) ? 'ps-4' : 'font-medium'}>{words.steps[step.name]}</span>
            <span className="text-small text-quiet tabular-nums">
              {words.at({ at: formatDuration(step.at_ms), took: formatDuration(step.duration_ms) })}
            </span>
          </span>
          <span aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full min-w-0.5 rounded-full bg-accent"
              style={{
                marginInlineStart: `${(100 * step.at_ms) / longest}%`,
                width: `${(100 * step.duration_ms) / longest}%`,
              }}
            />
          </span>
          <About step={step} />
        </li>
      ))}
    </ol>
  );
}

/** Within the search before it. */
const isInner = ({ name }: TrialStep): boolean => name === 'embed' || name === 'rerank';

function About({ step }: { step: TrialStep }) {
  const { name, query, found, model, usage, sent, left_out: leftOut, removed = [] } = step;
  return (
    <>
      {query !== undefined && (
        <Line>
          <q dir="auto">{query}</q>
        </Line>
      )}
      {name === 'pinned_answers' && <Line>{found === 0 ? words.noPinned : words.pinned}</Line>}
      {name === 'search' && <Line>{words.foundPassages({ count: found ?? 0 })}</Line>}
      {name === 'quote' && <Line>{words.quotedPassages({ count: found ?? 0 })}</Line>}
      {sent !== undefined && <Line>{words.sentPassages({ count: sent, left: leftOut ?? 0 })}</Line>}
      {model !== undefined && (
        <Line>
          <bdi>{model}</bdi>
        </Line>
      )}
      {name === 'write' && step.first_token_ms !== undefined && (
        <Line>{words.firstAfter({ time: formatDuration(step.first_token_ms) })}</Line>
      )}
      {usage && (
        <Line>
          {words.tokensInOut({
            input: formatNumber(usage.input_tokens),
            output: formatNumber(usage.output_tokens),
          })}
        </Line>
      )}
      {name === 'check' && (
        <Line>
          {words.checked({
            supported: step.supported ?? 0,
            believed: step.believed ?? 0,
            removed: removed.length,
          })}
        </Line>
      )}
      {removed.map(({ text, reason }) => (
        <Line key={`${reason} ${text}`}>
          <del dir="auto">{text}</del> {words.removedBecause[reason]}
        </Line>
      ))}
      {step.reason !== undefined && <Line>{step.reason}</Line>}
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <span className="text-small [overflow-wrap:anywhere] text-quiet">{children}</span>
);
