import type { Span } from '#shared/components/marked-text.tsx';

/** What every view of an original gets. */
export type ViewProps = {
  /** The passage to mark and to show first. */
  passage: Span | undefined;
  /** The page to show first, where the passage is not known more exactly. */
  page: number | undefined;
  /** Whether the passage is lit up, because its place in the reply is hovered. */
  isLit: boolean;
  /** Called when the pointer enters the passage, and when it leaves it. */
  light: (isLit: boolean) => void;
  /** False while the text and its places are those of an earlier file. */
  hasMarks: boolean;
};
