import { Switch as Radix } from 'radix-ui';
import { tip } from './tooltip.ts';

/** A switch with immediate effect and a word for its state. */
export const Switch = ({
  label,
  words,
  isOn,
  disabled,
  about,
  change,
}: {
  /** The accessible name. */
  label: string;
  words: { on: string; off: string };
  isOn: boolean;
  disabled?: boolean;
  /** What it does, or why it can't be changed. */
  about?: string | undefined;
  change: (isOn: boolean) => void;
}) => (
  <span className="inline-flex min-h-8 items-center gap-2" {...tip(about)}>
    <Radix.Root
      aria-label={label}
      aria-description={about}
      checked={isOn}
      disabled={disabled}
      onCheckedChange={change}
      className="relative h-4.5 w-8 shrink-0 rounded-full bg-strong-line before:absolute before:-inset-1.5 disabled:opacity-60 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-on-accent shadow-raised transition-transform duration-120 data-[state=checked]:translate-x-4 rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-4" />
    </Radix.Root>
    <span aria-hidden className={`min-w-12 text-body ${isOn ? '' : 'text-quiet'}`}>
      {isOn ? words.on : words.off}
    </span>
  </span>
);
