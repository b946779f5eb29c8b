import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode, Ref } from 'react';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import { loadSheet, useCitationDesk } from './citation-desk.tsx';

/** A link to a cited place. It opens beside the page, or in a new tab with Ctrl or Cmd. */
export function PlaceLink({
  places,
  index,
  opened,
  children,
  ...link
}: {
  places: readonly CitedPlace[];
  index: number;
  /** Called when it opens beside the page. */
  opened?: () => void;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
} & Pick<
  ComponentProps<'a'>,
  'className' | 'aria-label' | 'onFocus' | 'onBlur' | 'onPointerEnter' | 'onPointerLeave' | 'dir'
>) {
  const { show } = useCitationDesk();
  const place = places[index];
  if (!place) return children;
  return (
    <Link
      to="/sources/$id"
      params={{ id: place.sourceId }}
      search={place.span ?? {}}
      preload={false}
      aria-haspopup="dialog"
      onMouseEnter={loadSheet}
      onFocusCapture={loadSheet}
      {...link}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        show(places, index);
        opened?.();
      }}
    >
      {children}
    </Link>
  );
}
