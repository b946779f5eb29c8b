import { useEffect, useState } from 'react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';

/** Copies text, and says so for two seconds. */
export function CopyButton({ value, label = text.common.copy }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button onClick={async () => setCopied(await copy(value))}>
      <span aria-live="polite">{isCopied ? text.common.copied : label}</span>
    </Button>
  );
}

/** The Clipboard API needs HTTPS or localhost. Elsewhere a selection is copied. */
async function copy(value: string): Promise<boolean> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(value);
    return true;
  }
  const area = document.createElement('textarea');
  area.value = value;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  return isDone;
}
