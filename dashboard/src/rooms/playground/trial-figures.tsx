import type { ReactNode } from 'react';
import { explain } from '#shared/components/tooltip.ts';
import { formatDuration, formatNumber } from '#shared/format.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { RunningTrial } from './use-trial.ts';

const words = rooms.trials;

const cost = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });

/** Tokens, times and cost of a trial, the lower of the two in bold. */
export function TrialFigures({ trial, other }: { trial: RunningTrial; other: RunningTrial | undefined }) {
  const { trial: done } = trial;
  if (!done) return undefined;
  const rival = other?.trial;
  const isLower = (value: number | undefined, rivals: number | undefined): boolean =>
    value !== undefined && rivals !== undefined && value < rivals;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3">
      <Figure
        name={words.firstToken}
        about={words.firstTokenAbout}
        isBest={isLower(done.first_token_ms, rival?.first_token_ms)}
      >
        {formatDuration(done.first_token_ms)}
      </Figure>
      <Figure name={words.total} isBest={isLower(done.total_ms, rival?.total_ms)}>
        {formatDuration(done.total_ms)}
      </Figure>
      {done.usage ? (
        <>
          <Figure
            name={words.tokens}
            about={words.tokensAbout}
            isBest={isLower(
              done.usage.input_tokens + done.usage.output_tokens,
              rival?.usage && rival.usage.input_tokens + rival.usage.output_tokens,
            )}
          >
            {words.tokensInOut({
              input: formatNumber(done.usage.input_tokens),
              output: formatNumber(done.usage.output_tokens),
            })}
          </Figure>
          {done.usage.cost !== undefined && (
            <Figure
              name={words.cost}
              about={words.costAbout}
              isBest={isLower(done.usage.cost, rival?.usage?.cost)}
            >
              {cost.format(done.usage.cost)}
            </Figure>
          )}
          <Figure name={words.model}>
            <bdi className="[overflow-wrap:anywhere]">{done.usage.model}</bdi>
          </Figure>
        </>
      ) : (
        <Figure name={words.model}>{words.noModel}</Figure>
      )}
    </dl>
  );
}

const Figure = ({
  name,
  about,
  isBest = false,
  children,
}: {
  name: string;
  about?: string;
  isBest?: boolean;
  children: ReactNode;
}) => (
  <div className="min-w-0" {...explain(about)}>
    <dt className="text-small text-quiet">{name}</dt>
    <dd className={`tabular-nums ${isBest ? 'font-semibold text-good' : ''}`}>{children}</dd>
  </div>
);
