import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { SourceStatusSchema, SourceTypeSchema } from '#records/source.ts';
import type { SourceCount } from '#storage/store.ts';

const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(
      names.map((name) => [name, z.int().meta({ description: `Sources that are \`${name}\`.` })]),
    ) as Record<Name, z.ZodInt>,
  );

export const SourceCounts = z
  .object({
    total: z.int().meta({ description: 'All sources.' }),
    by_status: countsOf(SourceStatusSchema.options).meta({ description: 'By status.' }),
    by_type: countsOf(SourceTypeSchema.options).meta({ description: 'By type.' }),
    by_knowledge_base: z
      .record(z.string(), z.int())
      .meta({ description: 'By knowledge base id, without empty knowledge bases.' }),
    tags: z
      .array(
        z.object({
          tag: z.string().meta({ description: 'As sources have it.' }),
          count: z.int().meta({ description: 'Sources with it.' }),
        }),
      )
      .meta({ description: `The ${LIMITS.tagCounts} most frequent tags, most frequent first.` }),
  })
  .meta({ id: 'SourceCounts', description: 'How many sources there are.' });

/** Counts by kind; 0 for missing ones. */
export function toSourceCounts(
  counts: readonly SourceCount[],
  tags: readonly { tag: string; count: number }[],
): z.infer<typeof SourceCounts> {
  const sums = {
    total: 0,
    by_status: { processing: 0, indexed: 0, failed: 0 },
    by_type: { document: 0, url: 0, text: 0 },
    by_knowledge_base: {} as Record<string, number>,
  };
  for (const { status, type, knowledge_base_id: base, count } of counts) {
    sums.total += count;
    sums.by_status[status] += count;
    sums.by_type[type] += count;
    sums.by_knowledge_base[base] = (sums.by_knowledge_base[base] ?? 0) + count;
  }
  return { ...sums, tags: [...tags] };
}
