import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  ModelState as StateSchema,
  ModelTest as TestSchema,
} from '#server/workspace/model-state-schema.ts';
import { request } from '#shared/api/request.ts';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { formatDuration, formatNumber } from '#shared/format.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';

type ModelState = z.infer<typeof StateSchema>;
type ModelTest = z.infer<typeof TestSchema>;

const words = rooms.models;

const MODELS = '/v1/configuration/models';

const modelStatesQuery = queryOptions({
  queryKey: ['model-states'],
  queryFn: ({ signal }) => request<ModelState[]>('GET', MODELS, undefined, signal),
});

/** The models of the installation, how each does, and a test. */
export function ModelList() {
  const { data, error, refetch } = useQuery(modelStatesQuery);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading lines={6} />;
  return (
    <ul className="rounded-panel border border-line bg-panel shadow-panel">
      {data.map((model) => (
        <ModelRow key={model.role} model={model} />
      ))}
    </ul>
  );
}

const TONES: Record<ModelState['state'], Tone> = { ready: 'good', failing: 'bad', off: 'plain' };

function ModelRow({ model: { role, state, name, provider, reason, can_test } }: { model: ModelState }) {
  const { name: title, about } = words.roles[role];
  const test = useSave<ModelTest>(() => request<ModelTest>('POST', `${MODELS}/test`, { role }), {
    stale: [modelStatesQuery.queryKey],
  });
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{title}</span>
            <Badge tone={TONES[state]}>{words.states[state]}</Badge>
          </span>
          <span className="text-small text-quiet">{about}</span>
          {name !== undefined && (
            <span className="text-small">
              <code dir="ltr" className="font-mono [overflow-wrap:anywhere]">
                {name}
              </code>
              {provider !== undefined && <span className="text-quiet"> · {provider}</span>}
            </span>
          )}
        </div>
        {can_test && (
          <Button
            isBusy={test.isPending}
            aria-label={words.testOf({ name: title })}
            onClick={() => test.mutate()}
          >
            {words.test}
          </Button>
        )}
      </div>
      {reason !== undefined && <p className="text-small text-bad">{reason}</p>}
      <div role="status">{test.data && <TestResult test={test.data} />}</div>
      {test.error && <Failure error={test.error} />}
    </li>
  );
}

const TestResult = ({ test }: { test: ModelTest }) => (
  <div className={`grid text-small ${test.ok ? 'text-good' : 'text-bad'}`}>
    <p className="flex flex-wrap gap-x-3">
      <span>{(test.ok ? words.answered : words.failed)({ time: formatDuration(test.duration_ms) })}</span>
      {test.dimensions !== undefined && <span>{words.dimensions({ count: test.dimensions })}</span>}
      {test.input_tokens !== undefined && (
        <span>
          {words.tokens({
            input: formatNumber(test.input_tokens),
            output: formatNumber(test.output_tokens ?? 0),
          })}
        </span>
      )}
    </p>
    {test.error !== undefined && <p className="[overflow-wrap:anywhere]">{test.error}</p>}
  </div>
);
