import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.agents;

const KEPT = 'footnote-chat-width';
const USUAL = 480;
const NARROWEST = 340;
const WIDEST = 760;
const STEP = 24;

const within = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** The pane of the test chat at the end of the page. Its edge is dragged, or moved by the arrow keys. */
export function ChatPane({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [width, setWidth] = useState(() => within(Number(localStorage.getItem(KEPT)) || USUAL));
  const keep = (next: number): void => {
    setWidth(within(next));
    localStorage.setItem(KEPT, String(within(next)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const wider = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const narrower = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key !== wider && event.key !== narrower) return;
    event.preventDefault();
    keep(width + (event.key === wider ? STEP : -STEP));
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const edge = event.currentTarget.parentElement?.getBoundingClientRect();
    if (edge) keep(document.dir === 'rtl' ? event.clientX - edge.left : edge.right - event.clientX);
  };
  return (
    <div
      style={{ '--chat-width': `${width}px` } as React.CSSProperties}
      className={`relative min-w-0 lg:sticky lg:top-4 lg:w-(--chat-width) lg:shrink-0 lg:in-data-[sheet=open]:w-full ${isShown ? '' : 'max-lg:hidden'}`}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a line cannot be moved. */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={words.chatWidth}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => keep(USUAL)}
        className="absolute inset-y-0 -start-3.5 z-10 w-2 cursor-col-resize touch-none rounded-full hover:bg-accent/30 max-lg:hidden in-data-[sheet=open]:hidden"
      />
      {children}
    </div>
  );
}
