import { type LucideIcon, Plus } from 'lucide-react';
import { type ButtonHTMLAttributes, useEffect, useEffectEvent } from 'react';
import { text } from '#shared/strings/text.ts';
import { takeCreateOnArrival } from './create-on-arrival.ts';
import { explain, tip } from './tooltip.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-on-accent shadow-control hover:bg-accent-hover',
  plain: 'border-field bg-panel text-ink shadow-control hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-accent shadow-control hover:bg-danger-hover',
};

const SHAPE =
  'inline-flex min-h-8 items-center justify-center gap-1.5 rounded-control border px-3 text-body font-medium whitespace-nowrap pointer-coarse:min-h-9';

/** A button that can't be used is grey: paler colours would look like a button that waits. */
const DISABLED: Record<'filled' | 'bare', string> = {
  filled:
    'not-aria-busy:disabled:border-line not-aria-busy:disabled:bg-sunken not-aria-busy:disabled:text-quiet not-aria-busy:disabled:shadow-none',
  bare: 'not-aria-busy:disabled:bg-transparent not-aria-busy:disabled:text-quiet/60',
};

/** For links that look like buttons. */
export const buttonLook = (look: Look = 'plain'): string => `${SHAPE} ${LOOKS[look]}`;

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> & {
  look?: Look;
  /** While its action is running. */
  isBusy?: boolean;
  /** What it does, or why it can't be used. */
  about?: string | undefined;
};

/** 32 px high, and 36 px for fingers. */
export const Button = ({
  look = 'plain',
  isBusy = false,
  disabled,
  about,
  children,
  className,
  ...more
}: ButtonProps) => (
  <button
    type="button"
    {...explain(about)}
    {...more}
    disabled={disabled || isBusy}
    aria-busy={isBusy}
    className={`${buttonLook(look)} ${DISABLED[look === 'quiet' ? 'bare' : 'filled']} ${className ?? ''}`}
  >
    {isBusy && (
      <span
        aria-hidden
        className="size-3 animate-spin rounded-full border-2 border-current border-e-transparent"
      />
    )}
    {children}
  </button>
);

/** A button that shows only an icon. Its name is its tooltip, unless `about` says more. */
export const IconButton = ({
  icon: Icon,
  label,
  about,
  className = '',
  ...button
}: ButtonProps & { icon: LucideIcon; label: string }) => (
  <Button
    look="quiet"
    className={`px-2! text-quiet hover:text-ink ${className}`}
    aria-label={label}
    {...(about === undefined ? tip(label) : explain(about))}
    {...button}
  >
    <Icon aria-hidden className="size-4" />
  </Button>
);

/** The main button of a list: it adds an entry. The key C and the command palette press it too. */
export function AddButton({
  label,
  isAllowed = true,
  onClick,
}: {
  label: string;
  isAllowed?: boolean;
  onClick: () => void;
}) {
  const arrive = useEffectEvent(() => {
    if (isAllowed && takeCreateOnArrival()) onClick();
  });
  useEffect(() => arrive(), []);
  return (
    <Button
      look="primary"
      data-creates
      disabled={!isAllowed}
      about={isAllowed ? undefined : text.common.readOnly}
      onClick={onClick}
    >
      <Plus aria-hidden className="size-4" />
      {label}
    </Button>
  );
}
