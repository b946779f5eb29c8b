import type { Box } from './view-queries.ts';
import './viewer.css';

/** Marks over the words of a page, which stay readable and can be selected. `scale`: pixels of a point. */
export const Boxes = ({
  boxes,
  scale,
  isLit = false,
  kind = 'passage',
}: {
  boxes: readonly Box[];
  scale: number;
  isLit?: boolean;
  kind?: 'passage' | 'found';
}) =>
  boxes.map(({ x, y, width, height }, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: boxes are in the order of the text.
      key={index}
      aria-hidden
      data-box={kind}
      data-lit={isLit}
      className="paper-mark"
      style={{
        left: (x - 1) * scale,
        top: (y - 1) * scale,
        width: (width + 2) * scale,
        height: (height + 2) * scale,
      }}
    />
  ));

/** Whether a point of a page is in one of the boxes. */
export const isInBoxes = (boxes: readonly Box[], x: number, y: number): boolean =>
  boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
