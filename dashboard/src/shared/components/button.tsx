import { type LucideIcon, Plus } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { text } from '#shared/strings/text.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:brightness-110',
  plain: 'bg-panel text-ink border-strong-line/60 hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-bad-ground text-bad border-bad/40 hover:brightness-95',
};

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  /** While its action is running. */
  isBusy?: boolean;
};

/** At least 36 px high, for touch. */
export const Button = ({
  look = 'plain',
  isBusy = false,
  disabled,
  children,
  className,
  ...more
}: ButtonProps) => (
  <button
    type="button"
    {...more}
    disabled={disabled || isBusy}
    aria-busy={isBusy}
    className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-control border px-3 font-medium whitespace-nowrap disabled:opacity-60 ${LOOKS[look]} ${className ?? ''}`}
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

/** A button that shows only an icon. */
export const IconButton = ({
  icon: Icon,
  label,
  title = label,
  ...button
}: ButtonProps & { icon: LucideIcon; label: string }) => (
  <Button look="quiet" className="px-2!" aria-label={label} title={title} {...button}>
    <Icon aria-hidden className="size-4" />
  </Button>
);

/** The main button of a list: it adds an entry. */
export const AddButton = ({
  label,
  isAllowed = true,
  onClick,
}: {
  label: string;
  isAllowed?: boolean;
  onClick: () => void;
}) => (
  <Button
    look="primary"
    disabled={!isAllowed}
    title={isAllowed ? undefined : text.common.readOnly}
    onClick={onClick}
  >
    <Plus aria-hidden className="size-4" />
    {label}
  </Button>
);
