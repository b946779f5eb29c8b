import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isEnded, keysQuery } from '#shared/api/key-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Loading, Panel } from '#shared/components/page.tsx';
import { LabelledWhen } from '#shared/components/when.tsx';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.myAccount;
const { keys } = rooms;

/** The API keys that the signed-in person made and that work: they end with their membership. */
export function YourKeys() {
  const { id, workspace } = useAccount();
  const isManager = canManage(workspace.role);
  const { data, isPending } = useInfiniteQuery({ ...keysQuery, enabled: isManager });
  if (!isManager) return null;
  const own = data?.pages
    .flatMap(({ items }) => items)
    .filter((key) => key.created_by === id && !isEnded(key));
  return (
    <Panel
      title={words.yourKeys}
      actions={
        <Link to="/settings/api-keys" className="text-small font-medium text-accent-ink hover:underline">
          {words.allKeys}
        </Link>
      }
    >
      {isPending && <Loading lines={2} />}
      {own?.length === 0 && <p className="text-quiet">{words.noKeys}</p>}
      {own && own.length > 0 && (
        <ul className="-mx-4 -mb-4">
          {own.map((key) => (
            <li
              key={key.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2"
            >
              <span className="flex min-w-0 flex-wrap items-center gap-2">
                <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
                  {key.name}
                </span>
                <Badge>{keys.scopes[key.scope]}</Badge>
              </span>
              <span className="flex flex-wrap gap-x-4 text-small text-quiet">
                <LabelledWhen label={words.added} at={key.created_at} />
                <LabelledWhen label={words.used} at={key.last_used_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
