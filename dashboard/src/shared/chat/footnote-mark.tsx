import { useState } from 'react';
import { HoverCard } from '#shared/components/hover-card.tsx';
import { chat as words } from '#shared/strings/chat.ts';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import { useCitationDesk } from './citation-desk.tsx';
import { FootnoteCard } from './footnote-card.tsx';
import { PlaceLink } from './place-link.tsx';

/** The number of a footnote in a reply: a card on hover and focus, and the source beside the page on click. */
export function FootnoteMark({
  places,
  index,
  isShown,
  hover,
}: {
  places: readonly CitedPlace[];
  index: number;
  /** Whether it is the one beside the page. */
  isShown: boolean;
  /** Called when the pointer or the focus comes and goes. */
  hover: (isOn: boolean) => void;
}) {
  const { show } = useCitationDesk();
  const [isOpen, setOpen] = useState(false);
  const place = places[index];
  if (!place) return null;
  return (
    <sup className="align-baseline">
      <HoverCard
        isOpen={isOpen}
        change={setOpen}
        side="bottom"
        className="w-96 p-3"
        card={
          <FootnoteCard
            place={place}
            open={() => {
              setOpen(false);
              show(places, index);
            }}
          />
        }
      >
        <PlaceLink
          places={places}
          index={index}
          opened={() => setOpen(false)}
          aria-label={words.footnote(place.number ?? index + 1, place.sourceName)}
          onPointerEnter={() => hover(true)}
          onPointerLeave={() => hover(false)}
          onFocus={() => hover(true)}
          onBlur={() => hover(false)}
          className={`relative mx-0.5 rounded-control px-1.5 py-0.5 text-small font-medium before:absolute before:-inset-1 hover:underline ${isShown ? 'bg-accent text-on-accent' : 'bg-accent-ground text-accent-ink'}`}
        >
          {place.number}
        </PlaceLink>
      </HoverCard>
    </sup>
  );
}
