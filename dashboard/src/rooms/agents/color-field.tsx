import { CONTROL, Field } from '#shared/components/field.tsx';
import { contrast, textOn } from '#shared/contrast.ts';
import { formatDecimal } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.widgetDesign;

/** The blue of Footnote. */
const USUAL_COLOR = '#2b5c8a';
const SWATCHES = [USUAL_COLOR, '#1f6f54', '#7a3fa0', '#b3261e', '#9a5b00', '#1f2328'];
/** Below it a button hardly stands out from a white page (WCAG 2). */
const LEAST = 3;

export const isColor = (typed: string): boolean => /^#[\da-f]{6}$/i.test(typed);

/** A colour, chosen or typed, and whether it can be read. */
export function ColorField({
  value,
  error,
  change,
}: {
  value: string;
  error: string | undefined;
  change: (value: string) => void;
}) {
  const shown = isColor(value) ? value.toLowerCase() : undefined;
  const onPage = shown && contrast(shown, '#ffffff');
  return (
    <Field
      label={words.color}
      error={error}
      hint={
        shown && onPage ? (
          <span className={onPage < LEAST ? 'text-warning' : undefined}>
            {words.readable({ ratio: formatDecimal(contrast(shown, textOn(shown))) })}{' '}
            {onPage < LEAST && words.pale}
          </span>
        ) : (
          words.colorHint
        )
      }
    >
      {(ids) => (
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label={words.pick}
            value={shown ?? USUAL_COLOR}
            onChange={(event) => change(event.target.value)}
            className="h-8 w-10 cursor-pointer rounded-control border border-field bg-panel p-0.5 pointer-coarse:h-10"
          />
          <input
            {...ids}
            dir="ltr"
            spellCheck={false}
            maxLength={7}
            placeholder={USUAL_COLOR}
            value={value}
            onChange={(event) => change(event.target.value)}
            className={`${CONTROL} w-28!`}
          />
          {SWATCHES.map((swatch) => (
            <button
              key={swatch}
              type="button"
              aria-label={words.use({ color: swatch })}
              aria-pressed={shown === swatch}
              onClick={() => change(swatch)}
              style={{ background: swatch }}
              className="size-6 rounded-full border border-line aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-accent pointer-coarse:size-9"
            />
          ))}
        </div>
      )}
    </Field>
  );
}
