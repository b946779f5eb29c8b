import { useQuery } from '@tanstack/react-query';
import { Failure, Loading } from '../components/page.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { knowledgeBasesQuery } from '../knowledge-bases/knowledge-base-queries.ts';
import { keys as words } from '../strings/keys.ts';

/** What a key sees: everything, or the knowledge bases that are chosen. `ids`: undefined for everything. */
export function KnowledgeBaseChoice({
  ids,
  change,
  isForAdmin,
  error,
}: {
  ids: readonly string[] | undefined;
  change: (ids: string[] | undefined) => void;
  isForAdmin: boolean;
  error: string | undefined;
}) {
  const bases = useQuery(knowledgeBasesQuery);
  const toggle = (id: string, isChosen: boolean) => {
    const others = (ids ?? []).filter((each) => each !== id);
    change(isChosen ? [...others, id] : others);
  };
  if (isForAdmin)
    return (
      <div className="grid gap-1">
        <p className="font-medium">{words.sees}</p>
        <p className="text-small text-quiet">{words.seesNoAdmin}</p>
      </div>
    );
  return (
    <div className="grid gap-2">
      <RadioGroup
        label={words.sees}
        value={ids === undefined ? 'all' : 'some'}
        choose={(value) => change(value === 'all' ? undefined : [])}
        options={[
          { value: 'all', label: words.seesAll },
          { value: 'some', label: words.seesSome, about: words.seesHint },
        ]}
      />
      {ids !== undefined && (
        <fieldset className="ml-6 grid max-h-48 gap-0.5 overflow-y-auto rounded-control border border-line p-2">
          <legend className="sr-only">{words.seesSome}</legend>
          {bases.isPending && <Loading lines={2} />}
          {bases.error && <Failure error={bases.error} />}
          {bases.data?.map(({ id, name }) => (
            <label key={id} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={ids.includes(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
