import { CopyButton } from './copy-button.tsx';

/** Text to copy in full. `label`: the button's name, where "Copy" would not be clear. */
export const CopyLine = ({ value, label }: { value: string; label?: string }) => (
  <div className="flex flex-wrap items-start gap-2">
    <code className="min-w-0 flex-1 basis-60 rounded-control border border-line bg-sunken px-2.5 py-1.5 font-mono text-small break-all whitespace-pre-wrap select-all">
      {value}
    </code>
    <CopyButton value={value} {...(label !== undefined && { label })} />
  </div>
);
