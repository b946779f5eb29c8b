import type { ComponentProps, ReactNode } from 'react';
import { Problems, useCheckedForm } from '#shared/components/check-form.ts';
import { Wordmark } from '#shared/components/wordmark.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';

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
  const { form, problems } = useCheckedForm(() => submit?.());
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="grid w-full max-w-sm gap-6">
        <p className="justify-self-center">
          <Wordmark />
        </p>
        <Box form={submit && form}>
          <div className="grid gap-1">
            <h1 className="text-display font-semibold">{title}</h1>
            {about && <p className="text-body text-quiet">{about}</p>}
          </div>
          <Problems value={problems}>{children}</Problems>
        </Box>
      </div>
    </main>
  );
}

const BOX = 'grid gap-4 rounded-sheet border border-line bg-panel p-6 shadow-raised';

const Box = ({ form, children }: { form: ComponentProps<'form'> | undefined; children: ReactNode }) =>
  form ? (
    <form {...form} className={BOX}>
      {children}
    </form>
  ) : (
    <div className={BOX}>{children}</div>
  );
