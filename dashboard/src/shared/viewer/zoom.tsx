import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '#shared/components/button.tsx';
import { viewer as words } from '#shared/strings/viewer.ts';

const LEAST = 0.5;
const MOST = 5;
const STEP = 1.25;

export const zoomOf = (zoom: number): number => Math.min(MOST, Math.max(LEAST, zoom));

/** Zooms a page; 1 fits its width. */
export const ZoomButtons = ({ zoom, change }: { zoom: number; change: (zoom: number) => void }) => (
  <>
    <IconButton
      icon={ZoomOut}
      label={words.zoomOut}
      disabled={zoom <= LEAST}
      onClick={() => change(zoom / STEP)}
    />
    <IconButton icon={Maximize2} label={words.fit} disabled={zoom === 1} onClick={() => change(1)} />
    <IconButton
      icon={ZoomIn}
      label={words.zoomIn}
      disabled={zoom >= MOST}
      onClick={() => change(zoom * STEP)}
    />
  </>
);
