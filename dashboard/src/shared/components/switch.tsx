import { Switch as Radix } from 'radix-ui';

/** A switch with immediate effect and a word for its state. */
export const Switch = ({
  label,
  words,
  isOn,
  disabled,
  title,
  change,
}: {
  /** The accessible name. */
  label: string;
  words: { on: string; off: string };
  isOn: boolean;
  disabled?: boolean;
  title?: string | undefined;
  change: (isOn: boolean) => void;
}) => (
  <span className="inline-flex min-h-9 items-center gap-2" title={title}>
    <Radix.Root
      aria-label={label}
      checked={isOn}
      disabled={disabled}
      onCheckedChange={change}
      className="relative h-5 w-9 shrink-0 before:absolute before:-inset-1.5 rounded-full bg-strong-line transition-colors disabled:opacity-60 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-panel transition-transform data-[state=checked]:translate-x-4.5 rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-4.5" />
    </Radix.Root>
    <span aria-hidden className={`min-w-12 text-small ${isOn ? '' : 'text-quiet'}`}>
      {isOn ? words.on : words.off}
    </span>
  </span>
);
