import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing rests before a request, in milliseconds. */
const PAUSE_MS = 250;

/** A field that filters a list while someone types. change: gets undefined for an empty field. */
export function SearchField({
  label,
  placeholder = label,
  value = '',
  maxLength,
  change,
  className = '',
}: {
  label: string;
  placeholder?: string;
  value: string | undefined;
  maxLength: number;
  change: (value: string | undefined) => void;
  className?: string;
}) {
  /** Undefined until the person types: otherwise a timer of a page that has just loaded could undo a cleared filter. */
  const [typed, setTyped] = useState<string>();
  // The back button, or another filter, changes it too.
  useEffect(() => setTyped((before) => (before?.trim() === value ? before : undefined)), [value]);
  const search = useEffectEvent(() => {
    if (typed !== undefined && typed.trim() !== value) change(typed.trim() || undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter begins the pause anew.
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className={`relative ${className}`}>
      <span className="sr-only">{label}</span>
      <Search aria-hidden className="absolute start-2.5 top-2 size-4 text-quiet" />
      <input
        type="search"
        dir="auto"
        value={typed ?? value}
        maxLength={maxLength}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        className="min-h-8 w-full rounded-control border border-field bg-panel ps-8 pe-2 placeholder:text-quiet"
      />
    </label>
  );
}
