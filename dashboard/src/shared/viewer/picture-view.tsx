import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useState } from 'react';
import type { Source } from '#shared/sources/source.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { viewer as words } from '#shared/strings/viewer.ts';
import { Boxes, isInBoxes } from './boxes.tsx';
import { NotShown } from './not-shown.tsx';
import { useWidth } from './use-width.ts';
import type { ViewProps } from './view-props.ts';
import { placesQuery } from './view-queries.ts';
import { ZoomButtons, zoomOf } from './zoom.tsx';

const MARGIN = 16;

/** A picture whose words OCR read, with those of the passage marked. */
export function PictureView({ source, passage, isLit, light, hasMarks }: ViewProps & { source: Source }) {
  const { data: places } = useQuery({ ...placesQuery(source, passage), enabled: passage !== undefined });
  const { data: all } = useQuery(placesQuery(source));
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [hasFailed, setFailed] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const width = useWidth(scroller);
  const page = places?.pages[0] ?? all?.pages[0];
  const boxes = (hasMarks && places?.pages[0]?.boxes) || [];
  // Points of the page, or pixels of the picture where the page is not known.
  const ownWidth = page?.width ?? size?.width;
  const ownHeight = page?.height ?? size?.height;
  const scale = ownWidth ? (Math.max(0, width - 2 * MARGIN) / ownWidth) * zoom : 0;
  const first = boxes[0];
  useEffect(() => {
    if (!first || scale === 0 || !size) return;
    scroller?.scrollTo({ top: first.y * scale - scroller.clientHeight / 3, left: first.x * scale - MARGIN });
  }, [scroller, first, scale, size]);
  if (hasFailed) return <NotShown source={source} title={words.pictureFailed} />;
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    if (boxes.length === 0) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    light(isInBoxes(boxes, (clientX - left) / scale, (clientY - top) / scale));
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex items-center justify-end gap-1 border-b border-line px-2 py-1">
        <ZoomButtons zoom={zoom} change={(next) => setZoom(zoomOf(next))} />
      </div>
      <section
        ref={setScroller}
        aria-label={words.original}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-sunken p-4 focus-visible:-outline-offset-2"
      >
        <div
          className="paper relative mx-auto shadow-panel"
          style={{ width: (ownWidth ?? 0) * scale, height: (ownHeight ?? 0) * scale }}
          onPointerMove={onPointerMove}
          onPointerLeave={() => light(false)}
        >
          <img
            key={source.content_sha256}
            src={`${SOURCES}/${source.id}/file`}
            alt={source.name}
            className="absolute inset-0 size-full"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setFailed(true)}
          />
          <Boxes boxes={boxes} scale={scale} isLit={isLit} />
        </div>
      </section>
    </div>
  );
}
