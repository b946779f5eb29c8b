import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#shared/components/button.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { Sheet } from '#shared/components/sheet.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { useSingleKeys } from '#shared/hooks/use-single-keys.ts';
import { useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { type CitedPlace, type PlaceNow, type ShownPlaces, usePlaceNow } from '#shared/viewer/cited-place.ts';
import { OriginalView } from '#shared/viewer/original-view.tsx';
import { PASSAGE } from '#shared/viewer/passage-look.ts';
import { SourceText } from '#shared/viewer/source-text.tsx';
import { useWhere } from '#shared/viewer/where-is.ts';
import './citation-sheet.css';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.citations;

type Light = { isLit: boolean; light: (isLit: boolean) => void };

/** A cited place in its source, beside the page. J and K go to the next and the previous one. */
export function CitationSheet({
  shown: { places, index },
  ...sheet
}: Light & { shown: ShownPlaces; go: (index: number) => void; close: () => void }) {
  const place = places[index];
  useSourceChanges();
  useRoomBeside();
  const step = (by: 1 | -1) => () => {
    if (places[index + by]) sheet.go(index + by);
  };
  // The focus may be in the sheet itself.
  useSingleKeys({ j: step(1), k: step(-1) }, { inDialog: true });
  return place && <PlaceSheet place={place} index={index} count={places.length} {...sheet} />;
}

function PlaceSheet({
  place,
  index,
  count,
  go,
  close,
  ...light
}: Light & {
  place: CitedPlace;
  index: number;
  count: number;
  go: (index: number) => void;
  close: () => void;
}) {
  const found = usePlaceNow(place);
  const where = useWhere(place, found.now);
  return (
    <Sheet
      isOpen
      close={close}
      title={found.now?.source?.name ?? place.sourceName}
      about={where && <span dir="auto">{where}</span>}
      className="w-full md:w-[min(36rem,85vw)] lg:w-[45vw] 2xl:w-1/2"
      actions={
        <>
          {count > 1 && <Steps index={index} count={count} go={go} />}
          <Link
            to="/sources/$id"
            params={{ id: place.sourceId }}
            search={found.now?.span ?? place.span ?? {}}
            preload={false}
            aria-label={words.sheet.openPage}
            {...tip(words.sheet.openPage)}
            className="grid size-9 shrink-0 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink"
          >
            <ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />
          </Link>
        </>
      }
    >
      <PlaceView place={place} {...found} {...light} />
    </Sheet>
  );
}

const Steps = ({ index, count, go }: { index: number; count: number; go: (index: number) => void }) => (
  <>
    <span className="text-small whitespace-nowrap text-quiet" aria-live="polite">
      {words.sheet.place({ index: index + 1, count })}
    </span>
    <IconButton
      icon={ChevronUp}
      label={words.sheet.previous}
      disabled={index === 0}
      onClick={() => go(index - 1)}
    />
    <IconButton
      icon={ChevronDown}
      label={words.sheet.next}
      disabled={index === count - 1}
      onClick={() => go(index + 1)}
    />
  </>
);

/** The page makes room for the sheet on wide screens, so that what it is about stays readable. */
function useRoomBeside(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['sheet'] = 'open';
    return () => {
      delete dataset['sheet'];
    };
  }, []);
}

const VIEWS = ['original', 'text'] as const;

function PlaceView({
  place,
  now,
  error,
  retry,
  isLit,
  light,
}: Light & { place: CitedPlace } & ReturnType<typeof usePlaceNow>) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('original');
  if (error)
    return (
      <div className="p-4">
        <Failure error={error} retry={retry} />
      </div>
    );
  if (!now)
    return (
      <div className="p-4">
        <Loading lines={12} />
      </div>
    );
  const { source, span } = now;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Change place={place} now={now} isLit={isLit} light={light} />
      {source && (
        <div className="min-h-0 flex-1">
          <Tabs
            label={words.sheet.views}
            value={view}
            choose={setView}
            tabs={VIEWS.map((value) => ({ value, label: words.sheet[value] }))}
            isFull
          >
            {view === 'original' ? (
              <OriginalView
                key={source.id}
                source={source}
                passage={span}
                page={place.page}
                isLit={isLit}
                light={light}
              />
            ) : (
              <SourceText key={source.id} source={source} passage={span} isLit={isLit} light={light} />
            )}
          </Tabs>
        </div>
      )}
    </div>
  );
}

/** What has become of the place since it was cited, with its words of that time where they are no longer there. */
function Change({ place, now: { state }, isLit, light }: Light & { place: CitedPlace; now: PlaceNow }) {
  if (state === 'same') return null;
  const isMissing = state === 'gone' || state === 'lost';
  return (
    <div className="grid gap-2 border-b border-line bg-warning-ground px-4 py-3" role="status">
      {state === 'moved' && <p className="text-small text-warning">{words.moved}</p>}
      {isMissing && <p className="font-medium text-warning">{words[state]}</p>}
      {state === 'gone' && <p className="text-small">{words.goneAbout}</p>}
      {state !== 'moved' && (
        <figure className="grid gap-1">
          <figcaption className="text-small text-quiet">{words.asCited}</figcaption>
          <blockquote
            dir="auto"
            className="max-h-60 overflow-y-auto border-s-2 border-strong-line ps-3 break-words whitespace-pre-line"
          >
            {place.snippet === undefined ? (
              words.noSnippet
            ) : (
              <mark
                className={PASSAGE}
                data-passage
                data-lit={isLit}
                onPointerEnter={() => light(true)}
                onPointerLeave={() => light(false)}
              >
                {place.snippet}
              </mark>
            )}
          </blockquote>
        </figure>
      )}
    </div>
  );
}
