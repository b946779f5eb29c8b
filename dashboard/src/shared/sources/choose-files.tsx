import { Upload } from 'lucide-react';
import { FORMAT_OF_EXTENSION } from '#server/isomorphic/format-of-extension.ts';

/** What the service reads. "All files" in the chooser still shows the others, such as texts with a name of their own. */
const READABLE = ['text/*', ...Object.keys(FORMAT_OF_EXTENSION).map((extension) => `.${extension}`)].join(
  ',',
);

/** A file chooser. DropAnywhere takes dropped files. */
export const ChooseFiles = ({
  label,
  hint,
  take,
}: {
  label: string;
  hint: string;
  take: (files: File[]) => void;
}) => (
  <label className="grid cursor-pointer justify-items-center gap-1 rounded-panel border border-dashed border-strong-line px-4 py-6 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-sunken">
    <Upload aria-hidden className="size-5 text-quiet" />
    <span className="font-medium text-accent-ink underline">{label}</span>
    <span className="max-w-prose text-small text-quiet">{hint}</span>
    <input
      type="file"
      multiple
      accept={READABLE}
      className="sr-only"
      onChange={(event) => take([...(event.target.files ?? [])])}
    />
  </label>
);
