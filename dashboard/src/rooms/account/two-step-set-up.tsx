import { encode } from 'uqr';
import type { z } from 'zod';
import type { NewTotp as NewTotpSchema } from '#server/accounts/second-factor-schema.ts';
import { request } from '#shared/api/request.ts';
import { CopyLine } from '#shared/components/copy-line.tsx';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { sayReason } from './say-reason.ts';

const words = rooms.myAccount;

export type NewTotp = z.infer<typeof NewTotpSchema>;

/** Shows a new secret as a QR code, and asks for the first code. */
export function TwoStepSetUp({
  totp: { secret, url },
  done,
  close,
}: {
  totp: NewTotp;
  done: (made: { recovery_codes: string[] }) => void;
  close: () => void;
}) {
  const { field, reasonOf, form } = useForm({
    initial: { code: '' },
    send: (body) =>
      request<{ recovery_codes: string[] }>('POST', '/v1/account/second-factor/totp/confirm', body),
    done,
  });
  return (
    <FormDialog
      title={words.setUpTitle}
      about={words.setUpAbout}
      action={words.turnOn}
      {...form}
      close={close}
    >
      <QrCode text={url} />
      <div className="grid gap-1">
        <p className="text-small text-quiet">{words.byHand}</p>
        <CopyLine value={secret} />
      </div>
      <TextField
        label={words.code}
        inputMode="numeric"
        autoFocus
        autoComplete="one-time-code"
        required
        {...field('code')}
        error={sayReason(reasonOf('code'))}
      />
    </FormDialog>
  );
}

/** Black on white in every theme, with the margin that cameras need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={words.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 justify-self-center rounded-control"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
