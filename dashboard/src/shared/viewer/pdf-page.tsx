import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { viewer as words } from '#shared/strings/viewer.ts';
import { Boxes, isInBoxes } from './boxes.tsx';
import { drawPage, type Pdf } from './pdf-engine.ts';
import type { Box } from './view-queries.ts';

/** A page of a PDF with its marks. `width`, `height`: in points. */
export function PdfPage({
  pdf,
  number,
  width,
  height,
  scale,
  boxes,
  found,
  isLit,
  light,
  sized,
}: {
  pdf: Pdf;
  number: number;
  width: number;
  height: number;
  scale: number;
  boxes: readonly Box[];
  found: readonly Box[];
  isLit: boolean;
  light: (isLit: boolean) => void;
  /** The size that the file says. */
  sized: (page: number, width: number, height: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sized` is another function whenever the viewer is drawn.
  useEffect(() => {
    let drawing: ReturnType<typeof drawPage> | undefined;
    let isOver = false;
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (isOver || !canvas.current || !layer.current) return;
      const own = page.getViewport({ scale: 1 });
      sized(number, own.width, own.height);
      drawing = drawPage(page, { canvas: canvas.current, layer: layer.current, scale });
      await drawing.done;
      if (!isOver) setState('drawn');
    };
    draw().catch(() => !isOver && setState('failed'));
    return () => {
      isOver = true;
      drawing?.cancel();
    };
  }, [pdf, number, scale]);
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    if (boxes.length === 0) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    light(isInBoxes(boxes, (clientX - left) / scale, (clientY - top) / scale));
  };
  return (
    <section
      aria-label={words.page(number)}
      data-state={state}
      className="paper relative shadow-panel"
      style={{ width: width * scale, height: height * scale, ['--total-scale-factor' as string]: scale }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => boxes.length > 0 && light(false)}
    >
      <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
      <Boxes boxes={found} scale={scale} kind="found" />
      <Boxes boxes={boxes} scale={scale} isLit={isLit} />
      <div ref={layer} dir="ltr" className="text-layer" />
      {state === 'failed' && (
        <p className="absolute inset-0 grid place-items-center p-4 text-center text-[#595f66]">
          {words.pageFailed(number)}
        </p>
      )}
    </section>
  );
}
