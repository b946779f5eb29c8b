import {
  BookOpen,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType,
  Globe,
  type LucideIcon,
  Mail,
  Presentation,
  TextQuote,
} from 'lucide-react';
import type { Source } from './source.ts';

/** What a source is, for people. `word` is any text document, of whatever program. */
export type FileKind =
  | 'book'
  | 'code'
  | 'image'
  | 'mail'
  | 'markdown'
  | 'page'
  | 'pdf'
  | 'plain'
  | 'sheet'
  | 'slides'
  | 'text'
  | 'word';

/** The first that fits. Types of Office and OpenDocument contain "xml" and "document" too, so they come first. */
const KINDS: readonly [RegExp, FileKind][] = [
  [/^application\/pdf/, 'pdf'],
  [/^image\//, 'image'],
  [/spreadsheet|ms-excel|text\/csv|tab-separated/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|rtf/, 'word'],
  [/epub/, 'book'],
  [/rfc822|outlook|mbox|mimearchive/, 'mail'],
  [/html/, 'page'],
  [/markdown/, 'markdown'],
  [/json|xml/, 'code'],
];

export function kindOf({ type, mime_type = '' }: Pick<Source, 'type' | 'mime_type'>): FileKind {
  if (type === 'url') return 'page';
  return KINDS.find(([mime]) => mime.test(mime_type))?.[1] ?? (type === 'text' ? 'text' : 'plain');
}

/** The icon of each kind, with its colour. */
export const KIND_LOOKS: Record<FileKind, { icon: LucideIcon; color: string }> = {
  book: { icon: BookOpen, color: 'text-(--chart-4)' },
  code: { icon: FileCode, color: 'text-(--chart-2)' },
  image: { icon: FileImage, color: 'text-(--chart-4)' },
  mail: { icon: Mail, color: 'text-(--chart-3)' },
  markdown: { icon: FileText, color: 'text-quiet' },
  page: { icon: Globe, color: 'text-(--chart-1)' },
  pdf: { icon: FileType, color: 'text-(--chart-bad)' },
  plain: { icon: FileText, color: 'text-quiet' },
  sheet: { icon: FileSpreadsheet, color: 'text-(--chart-good)' },
  slides: { icon: Presentation, color: 'text-(--chart-3)' },
  text: { icon: TextQuote, color: 'text-quiet' },
  word: { icon: FileText, color: 'text-(--chart-1)' },
};
