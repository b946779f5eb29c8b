import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { numberParameter } from '#records/fields.ts';
import { asUserParameter } from '#records/principals.ts';
import type { SimilarSources as Similar } from './find-similar.ts';

const similarMessage = `must be a whole number from 1 to ${LIMITS.similarSources}`;

export const SimilarQuery = z.strictObject({
  as_user: asUserParameter,
  limit: numberParameter(
    z.int(similarMessage).min(1, similarMessage).max(LIMITS.similarSources, similarMessage).default(10),
  ).meta({ description: 'The most sources to return.' }),
});

export const SimilarSources = z
  .object({
    by: z.enum(['deep', 'instant']).meta({
      description:
        'What was compared: with `deep`, what the deep model has read, in any language, among the sources that it has read; with `instant`, the vectors of the index, which hardly work across languages.',
    }),
    sources: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Prefix `src_`.' }),
          name: z.string().meta({ description: 'The name of the source.' }),
          knowledge_base_id: z.string().meta({ description: 'The knowledge base that both are in.' }),
          similarity: z.number().meta({
            description:
              '0 to 1. 1 is the same text, 0 is as unlike as two texts about different things. Nearly the same text has 0.9 or more; a good translation 0.4 to 0.8; pages of one manual about 0.4 to 0.7. Lower than 0.36 is left out.',
          }),
          kind: z.enum(['duplicate', 'translation', 'related']).meta({
            description:
              '`duplicate`: nearly the same text. `translation`: nearly the same meaning in another language, only with `deep`. `related`: anything else.',
          }),
        }),
      )
      .meta({ description: 'Most similar first. Empty while nothing of the source is indexed.' }),
  })
  .meta({ id: 'SimilarSources', description: 'Sources that are like a given one.' });

export const toSimilarSources = ({ by, sources }: Similar): z.infer<typeof SimilarSources> => ({
  by,
  sources: sources.map(({ source, similarity, kind }) => ({
    id: source.source_id,
    name: source.name,
    knowledge_base_id: source.knowledge_base_id,
    similarity: Math.round(1_000 * similarity) / 1_000,
    kind,
  })),
});
