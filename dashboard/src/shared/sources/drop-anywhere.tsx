import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { text } from '#shared/strings/text.ts';
import { droppedFiles } from './dropped-files.ts';

const words = text.addSources;

/** Takes files dropped anywhere on the page, and shows a hint while they are dragged over it. */
export function DropAnywhere({ into, take }: { into: string; take: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent(async (transfer: DataTransfer) => {
    const files = await droppedFiles(transfer);
    if (files.length > 0) take(files);
  });
  useEffect(() => {
    // Every element under the pointer fires its own enter and leave events.
    let depth = 0;
    const listen = (
      name: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent) => void,
    ) => {
      const listener = (event: DragEvent): void => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        act(event);
        setOver(depth > 0);
      };
      window.addEventListener(name, listener);
      return () => window.removeEventListener(name, listener);
    };
    const ends = [
      listen('dragenter', () => void depth++),
      listen('dragleave', () => void depth--),
      listen('dragover', () => {}),
      listen('drop', ({ dataTransfer }) => {
        depth = 0;
        if (dataTransfer) void onDrop(dataTransfer);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-panel border-2 border-dashed border-accent bg-accent-ground/95">
      <div className="grid justify-items-center gap-1 text-accent-ink">
        <Upload aria-hidden className="size-8" />
        <p className="text-title font-semibold">{words.uploads.drop}</p>
        <p>{words.uploads.into({ name: into })}</p>
      </div>
    </div>
  );
}
