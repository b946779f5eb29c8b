import type { FormEvent, ReactNode } from 'react';
import { useTitle } from '#shared/hooks/use-title.ts';
import { text } from '#shared/strings/text.ts';

/** A page for signed-out visitors: one form, or a message if there is no `submit`. */
export function FrontPage({
  title,
  about,
  submit,
  children,
}: {
  title: string;
  about?: string | undefined;
  submit?: () => void;
  children: ReactNode;
}) {
  useTitle(title);
  const Box = submit ? 'form' : 'div';
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <Box
        className="grid w-full max-w-sm gap-4 rounded-panel border border-line bg-panel p-6"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit?.();
        }}
      >
        <div className="grid gap-1">
          <p className="text-small font-medium text-quiet">{text.common.product}</p>
          <h1 className="text-display font-semibold">{title}</h1>
          {about && <p className="text-quiet">{about}</p>}
        </div>
        {children}
      </Box>
    </main>
  );
}
