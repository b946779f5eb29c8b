import { useInfiniteQuery } from '@tanstack/react-query';
import { keysQuery } from '#shared/api/key-queries.ts';
import { membersQuery } from '#shared/api/member-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.grants;

/** The name of the member or key that created something; nothing if unknown. For admin pages, which load
 *  members and keys anyway. */
export function MadeBy({ id }: { id: string | null }) {
  const members = useInfiniteQuery(membersQuery).data?.pages ?? [];
  const keys = useInfiniteQuery(keysQuery).data?.pages ?? [];
  const makers = [...members, ...keys].flatMap<{ id: string; name: string }>(({ items }) => items);
  const maker = makers.find((each) => each.id === id);
  return maker ? <span className="[overflow-wrap:anywhere]"> {words.by({ name: maker.name })}</span> : null;
}
