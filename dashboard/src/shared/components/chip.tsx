import { X } from 'lucide-react';
import { tip } from './tooltip.ts';

/** A chosen value with a button that removes it. */
export const Chip = ({
  text,
  removeLabel,
  remove,
}: {
  text: string;
  /** The name of the icon button. */
  removeLabel: string;
  remove: () => void;
}) => (
  <span className="inline-flex max-w-full items-center gap-0.5 rounded-control bg-sunken ps-2 text-body">
    <span dir="auto" className="truncate">
      {text}
    </span>
    <button
      type="button"
      aria-label={removeLabel}
      {...tip(removeLabel)}
      onClick={remove}
      className="grid size-6 shrink-0 place-items-center rounded-control text-quiet hover:text-ink"
    >
      <X aria-hidden className="size-3" />
    </button>
  </span>
);

/** The box around the chips and their text field. */
export const CHIP_BOX =
  'flex min-h-8 flex-wrap items-center gap-1 rounded-control border border-field bg-panel p-0.75 text-body shadow-control focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent';
export const CHIP_INPUT = 'min-h-6 min-w-24 flex-1 bg-transparent px-1.5 focus-visible:outline-none';
