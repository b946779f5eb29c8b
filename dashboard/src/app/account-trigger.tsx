import type { ButtonHTMLAttributes } from 'react';
import { useAccount } from '#shared/hooks/use-account.ts';
import { text } from '#shared/strings/text.ts';

/** The button that opens the account menu, with the person. `isIcon`: only their initials are shown. */
export function AccountTrigger({
  isIcon = false,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { isIcon?: boolean }) {
  const { name, email } = useAccount();
  return (
    <button
      type="button"
      {...button}
      className={`flex items-center gap-2 rounded-control text-start hover:bg-sunken data-[state=open]:bg-sunken ${isIcon ? 'size-9 justify-center' : 'min-h-10 w-full min-w-0 px-2 py-1'}`}
    >
      <span className="sr-only">{text.account.menu.label}</span>
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-ground text-small font-semibold text-accent-ink"
      >
        {initialsOf(name)}
      </span>
      {!isIcon && (
        <span className="grid min-w-0 flex-1">
          <span dir="auto" className="truncate text-body font-medium">
            {name}
          </span>
          <span className="truncate text-small text-quiet">{email}</span>
        </span>
      )}
    </button>
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/);
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined];
  return letters.map((each) => [...(each ?? '')][0]?.toUpperCase() ?? '').join('');
}
