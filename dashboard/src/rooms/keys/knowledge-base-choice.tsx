import { useQuery } from '@tanstack/react-query';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { CheckList } from '#shared/components/check-list.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.keys;

/** What a key can see. `ids`: undefined for all knowledge bases. */
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
        <fieldset className="ms-6 grid max-h-48 gap-0.5 overflow-y-auto rounded-control border border-line p-2">
          <legend className="sr-only">{words.seesSome}</legend>
          {bases.isPending && <Loading lines={2} />}
          {bases.error && <Failure error={bases.error} />}
          {bases.data && (
            <CheckList
              options={bases.data.map(({ id, name }) => ({
                value: id,
                label: <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>,
              }))}
              chosen={ids}
              change={change}
            />
          )}
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
