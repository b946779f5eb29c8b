import { KIND_LOOKS, kindOf } from './file-kind.ts';
import type { Source } from './source.ts';

/** The icon of what a source is. label: in words, where nothing beside it says so. */
export function SourceIcon({
  source,
  label,
}: {
  source: Pick<Source, 'type' | 'mime_type'> | undefined;
  label?: string;
}) {
  const { icon: Icon, color } = KIND_LOOKS[source ? kindOf(source) : 'plain'];
  const look = `size-4 shrink-0 ${color}`;
  return label === undefined ? (
    <Icon aria-hidden className={look} />
  ) : (
    <Icon role="img" aria-label={label} className={look} />
  );
}
