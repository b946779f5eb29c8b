import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { CheckList } from '#shared/components/check-list.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { agents as words } from '#shared/strings/agents.ts';
import { knowledgeBases } from '#shared/strings/knowledge-bases.ts';

/** The knowledge bases that an agent answers from. */
export function BaseChoice({
  ids,
  change,
  error,
  disabled = false,
}: {
  ids: readonly string[];
  change: (ids: string[]) => void;
  error: string | undefined;
  disabled?: boolean;
}) {
  const hintId = useId();
  const bases = useQuery(knowledgeBasesQuery);
  return (
    <fieldset className="grid gap-1" aria-describedby={hintId} disabled={disabled}>
      <legend className="mb-1 font-medium">{words.form.bases}</legend>
      <div className="grid max-h-52 auto-rows-max gap-0.5 overflow-y-auto rounded-control border border-field p-2">
        {bases.isPending && <Loading lines={2} />}
        {bases.error && <Failure error={bases.error} retry={() => void bases.refetch()} />}
        {bases.data && (
          <CheckList
            options={bases.data.map(({ id, name, source_count }) => ({
              value: id,
              label: (
                <>
                  <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]" {...tip(name)}>
                    {name}
                  </span>
                  <span className="shrink-0 text-small text-quiet">
                    {knowledgeBases.sources(source_count)}
                  </span>
                </>
              ),
            }))}
            chosen={ids}
            change={change}
          />
        )}
      </div>
      <p id={hintId} className={`text-small ${error ? 'text-bad' : 'text-quiet'}`}>
        {error ?? words.form.basesHint}
      </p>
    </fieldset>
  );
}
