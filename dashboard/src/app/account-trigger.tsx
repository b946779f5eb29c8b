import type { ButtonHTMLAttributes } from 'react';
import { useAccount } from '#shared/hooks/use-account.ts';
import { text } from '#shared/strings/text.ts';

/** The button that opens the account menu, with the workspace and the person. */
export function AccountTrigger(button: ButtonHTMLAttributes<HTMLButtonElement>) {
  const { workspace, email } = useAccount();
  return (
    <button
      type="button"
      {...button}
      className="grid min-h-9 rounded-control px-2 py-1 text-start hover:bg-sunken"
    >
      <span className="sr-only">{text.common.accountMenu.label}</span>
      <span className="truncate font-medium">{workspace.name}</span>
      <span className="truncate text-small text-quiet">{email}</span>
    </button>
  );
}
