import type { z } from 'zod';
import type { Source as SourceSchema } from '#server/records/source.ts';
import type { SourceCounts as CountsSchema } from '#server/sources/counts-schema.ts';
import type { SourceFolders as FoldersSchema } from '#server/sources/folder-routes.ts';
import type {
  BulkResult as BulkSchema,
  SourceChunk as ChunkSchema,
  SourceContent as ContentSchema,
  SourceHistoryEntry as HistoryEntrySchema,
} from '#server/sources/schema.ts';

export type Source = z.infer<typeof SourceSchema>;
export type SourceContent = z.infer<typeof ContentSchema>;
export type SourceChunk = z.infer<typeof ChunkSchema>;
export type SourceCounts = z.infer<typeof CountsSchema>;
export type SourceFolders = z.infer<typeof FoldersSchema>;
export type BulkResult = z.infer<typeof BulkSchema>;
export type SourceHistoryEntry = z.infer<typeof HistoryEntrySchema>;
