import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Grant as GrantSchema } from '#server/grants/schema.ts';
import { request } from '#shared/api/request.ts';
import { formatList } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { CheckList } from './check-list.tsx';
import { Failure, Loading } from './page.tsx';

const words = rooms.grants;
const { settings } = rooms;

type Grant = z.infer<typeof GrantSchema>;
type EndingGrant = Grant & { type: Exclude<Grant['type'], 'member'> };

/** What ends with a member or key because they created it, and the choice to take it over.
 *  path: the API path of the list. */
export function EndingGrants({
  path,
  title = words.title,
  isAdopted,
  adopt,
}: {
  path: string;
  title?: string;
  isAdopted: boolean;
  /** Absent if there is no choice. */
  adopt?: (isAdopted: boolean) => void;
}) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['grants', path],
    queryFn: ({ signal }) => request<Grant[]>('GET', path, undefined, signal),
    // Another grant may have been created since the dialog was last open.
    staleTime: 0,
  });
  if (isPending) return <Loading lines={2} />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (data.length === 0) return null;
  const members = data.filter(({ type }) => type === 'member');
  const ending = data.filter((each): each is EndingGrant => each.type !== 'member');
  const isKept = ({ type }: EndingGrant) => isAdopted && type !== 'invitation';
  const canKeep = ending.some(({ type }) => type !== 'invitation');
  return (
    <div className="grid gap-3">
      {ending.length > 0 && <p className="font-medium">{title}</p>}
      <ul aria-label={title} className="grid max-h-48 gap-1.5 overflow-y-auto text-small">
        {ending.map((grant) => (
          <li key={grant.id} className="flex items-baseline justify-between gap-3 pe-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {grant.name}{' '}
              <span className="whitespace-nowrap text-quiet">
                {words.types[grant.type]}, {settings.environments[grant.environment]}
              </span>
            </span>
            <span className={`shrink-0 ${isKept(grant) ? 'text-quiet' : 'text-bad'}`}>
              {isKept(grant) ? words.kept : words.ends[grant.type]}
            </span>
          </li>
        ))}
      </ul>
      {members.length > 0 && (
        <div className="grid gap-1 text-small">
          <p className="font-medium">{words.joined}</p>
          <p className="[overflow-wrap:anywhere]">{formatList(members.map(({ name }) => name))}</p>
        </div>
      )}
      {adopt && canKeep && (
        <div>
          <CheckList
            options={[{ value: 'adopt', label: words.adopt }]}
            chosen={isAdopted ? ['adopt'] : []}
            change={(chosen) => adopt(chosen.length > 0)}
          />
        </div>
      )}
    </div>
  );
}
