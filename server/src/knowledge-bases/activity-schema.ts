import { z } from 'zod';
import { timestamp } from '#records/fields.ts';

const count = (description: string) => z.int().meta({ description });

export const KnowledgeBaseActivity = z
  .object({
    knowledge_bases: z
      .array(
        z
          .object({
            knowledge_base_id: z.string().meta({ description: 'Prefix `kb_`.' }),
            indexed_count: count('Sources that answer queries.'),
            processing_count: count('Sources that are being indexed.'),
            failed_count: count('Sources whose last indexing failed.'),
            size_bytes: count('Of the original files of its sources.'),
            changed_at: timestamp
              .nullable()
              .meta({ description: 'When one of its sources was last changed; null without sources.' }),
            agent_count: count('Agents that answer from it. A restricted key counts those it sees.'),
            question_count: count(
              'Questions that these agents got in the last 7 days, without small talk and without tests in the dashboard.',
            ),
          })
          .meta({ description: 'Of one knowledge base.' }),
      )
      .meta({ description: 'In no order.' }),
  })
  .meta({
    id: 'KnowledgeBaseActivity',
    description: 'What is in the knowledge bases, and how much is asked of them.',
  });
