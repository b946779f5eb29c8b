import { FileCode, FileImage, FileSpreadsheet, FileText, Globe, Mail, Presentation } from 'lucide-react';
import type { Source } from './source.ts';

const ICONS = [
  [/^image\//, FileImage],
  [/spreadsheet|excel|csv|tab-separated/, FileSpreadsheet],
  [/presentation|powerpoint/, Presentation],
  [/rfc822|outlook|mbox/, Mail],
  [/json|xml/, FileCode],
] as const;

/** The icon of what a source is. */
export function SourceIcon({ source }: { source: Pick<Source, 'type' | 'mime_type'> | undefined }) {
  const mime = source?.mime_type ?? '';
  const Icon = source?.type === 'url' ? Globe : (ICONS.find(([type]) => type.test(mime))?.[1] ?? FileText);
  return <Icon aria-hidden className="size-4 shrink-0 text-quiet" />;
}
