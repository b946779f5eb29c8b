import { useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { request, submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { designPath, designQuery, urlOfLogo, type WidgetLogo } from './widget-design-queries.ts';

const words = rooms.widgetDesign;

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** The logo of the widget. It is stored when it is chosen. */
export function LogoField({ agentId, logo }: { agentId: string; logo: WidgetLogo | null }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const show = (now: WidgetLogo | null): void => {
    queryClient.setQueryData(designQuery(agentId).queryKey, (design) => design && { ...design, logo: now });
  };
  const upload = useSave<WidgetLogo, string>(
    (content, submission) => submit(submission, 'PUT', `${designPath(agentId)}/logo`, { content }),
    { said: words.logoSaved, done: show },
  );
  const remove = useSave<void>(() => request('DELETE', `${designPath(agentId)}/logo`), {
    said: words.logoRemoved,
    done: () => show(null),
    tellsErrors: true,
  });
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (input.current) input.current.value = '';
    const isTooLarge = file.size > LIMITS.widgetLogoBytes;
    const wrong = !TYPES.includes(file.type) ? words.logoType : isTooLarge ? words.logoSize : undefined;
    setProblem(wrong);
    if (wrong !== undefined) return;
    upload.mutate(await base64Of(file));
  };
  const said = problem ?? upload.error?.message;
  return (
    <div className="grid gap-1">
      <span className="text-body font-medium">{words.logo}</span>
      <div className="flex flex-wrap items-center gap-2">
        {logo && (
          <img
            src={urlOfLogo(logo)}
            alt={words.logoNow}
            className="size-10 rounded-control border border-line bg-white object-contain p-0.5"
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={TYPES.join(',')}
          aria-label={words.logo}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <Button isBusy={upload.isPending} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden className="size-4" />
          {logo ? words.logoReplace : words.logoChoose}
        </Button>
        {logo && (
          <Button look="quiet" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            <Trash2 aria-hidden className="size-4" />
            {words.logoRemove}
          </Button>
        )}
      </div>
      <p className="text-small text-quiet">{words.logoHint}</p>
      {said && (
        <p role="alert" dir="auto" className="text-small text-bad">
          {said}
        </p>
      )}
    </div>
  );
}

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
