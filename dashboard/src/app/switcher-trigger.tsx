import { ChevronsUpDown } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { tipBeside } from '#shared/components/tooltip.ts';
import { useAccount } from '#shared/hooks/use-account.ts';
import { text } from '#shared/strings/text.ts';

const words = text.shell.switcher;

type Environment = 'live' | 'sandbox';

/** Live or sandbox, in its colour. */
export const EnvironmentPill = ({ environment }: { environment: Environment }) => (
  <span
    className={`inline-flex min-h-4.5 shrink-0 items-center gap-1 rounded-full px-1.5 text-small font-medium ${environment === 'live' ? 'bg-good-ground text-good' : 'bg-warning-ground text-warning'}`}
  >
    <EnvironmentDot environment={environment} />
    {words[environment]}
  </span>
);

export const EnvironmentDot = ({ environment }: { environment: Environment }) => (
  <span
    aria-hidden
    className={`size-1.5 shrink-0 rounded-full ${environment === 'live' ? 'bg-good' : 'bg-warning'}`}
  />
);

/** The button that opens the switcher, with the workspace and the environment. `isIcon`: only a letter is shown. */
export function SwitcherTrigger({
  isIcon = false,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { isIcon?: boolean }) {
  const { workspace, environment } = useAccount();
  const label = words.label(workspace.name, words[environment]);
  return (
    <button
      type="button"
      {...button}
      {...(isIcon && { 'aria-label': label, ...tipBeside(label) })}
      className={`flex items-center rounded-control border border-line bg-panel text-body shadow-control hover:border-field data-[state=open]:border-field ${isIcon ? 'relative size-9 justify-center' : 'min-h-9 w-full min-w-0 gap-2 ps-2.5 pe-2'}`}
    >
      {isIcon ? (
        <>
          <span aria-hidden className="font-semibold">
            {[...workspace.name.trim()][0]?.toUpperCase()}
          </span>
          <span className="absolute end-1 bottom-1 flex">
            <EnvironmentDot environment={environment} />
          </span>
        </>
      ) : (
        <>
          <span className="sr-only">{words.open}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-start font-medium">
            {workspace.name}
          </span>
          <EnvironmentPill environment={environment} />
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-quiet" />
        </>
      )}
    </button>
  );
}
