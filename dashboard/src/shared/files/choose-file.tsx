import { FileUp } from 'lucide-react';

/** A chooser for one file. The same file can be chosen again, after it was mended. */
export const ChooseFile = ({
  label,
  hint,
  accept,
  take,
}: {
  label: string;
  hint: string;
  accept: string;
  take: (file: File) => void;
}) => (
  <label className="grid cursor-pointer justify-items-center gap-1 rounded-panel border border-dashed border-strong-line px-4 py-5 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-sunken">
    <FileUp aria-hidden className="size-5 text-quiet" />
    <span className="font-medium text-accent-ink underline">{label}</span>
    <span className="max-w-prose text-small text-quiet">{hint}</span>
    <input
      type="file"
      accept={accept}
      className="sr-only"
      onChange={({ target }) => {
        const file = target.files?.[0];
        target.value = '';
        if (file) take(file);
      }}
    />
  </label>
);
