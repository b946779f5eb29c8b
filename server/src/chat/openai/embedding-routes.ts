import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { contextOf, type RequestContext } from '#http/context.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { fairSemaphore } from '#lib/async/fair-semaphore.ts';
import { BUNDLED_MODELS, type Embedders } from '#models/model.ts';
import { constant } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { estimateTokens } from '#text/estimate-tokens.ts';

const { instant: INSTANT, deep: DEEP } = BUNDLED_MODELS;

const Text = z
  .string('must be a text: tokens are not supported')
  .min(1, 'must not be empty')
  .max(
    LIMITS.embeddedCharacters,
    `must have at most ${LIMITS.embeddedCharacters.toLocaleString('en')} characters`,
  );

const EmbeddingBody = z
  .looseObject({
    model: z.string().meta({ description: `\`${INSTANT}\` or \`${DEEP}\`.` }),
    input: z
      .union(
        [
          Text,
          z
            .array(Text)
            .min(1, 'must have a text')
            .max(LIMITS.embeddedTexts, `must have at most ${LIMITS.embeddedTexts} texts`)
            .refine(
              (texts) =>
                texts.reduce((sum, { length }) => sum + length, 0) <= LIMITS.embeddedCharactersTogether,
              `must have at most ${LIMITS.embeddedCharactersTogether.toLocaleString('en')} characters in all of its texts together`,
            ),
        ],
        `must be a text, or a list of at most ${LIMITS.embeddedTexts} texts, of at most ${LIMITS.embeddedCharacters.toLocaleString('en')} characters each; lists of tokens are not supported`,
      )
      .meta({
        description: `The deep model reads the first 500 tokens or so of a text. All texts together have at most ${LIMITS.embeddedCharactersTogether.toLocaleString('en')} characters.`,
      }),
    encoding_format: z
      .enum(['float', 'base64'])
      .nullish()
      .meta({ description: '`base64`: little-endian 32-bit floats.' }),
    dimensions: z.int().nullish().meta({ description: 'Only the number that the model has.' }),
    input_type: z.enum(['query', 'passage']).default('passage').meta({
      description: 'Whether the texts are searched for, or searched in: the deep model tells them apart.',
    }),
  })
  .meta({ id: 'EmbeddingBody', description: 'Texts to embed.' });

const EmbeddingList = z
  .object({
    object: constant('list'),
    data: z
      .array(
        z.object({
          object: constant('embedding'),
          index: z.int().meta({ description: 'The place of the text in the request, from 0.' }),
          embedding: z
            .union([z.array(z.number()), z.string()])
            .meta({ description: 'A vector of the length 1, or of zeros for a text without known words.' }),
        }),
      )
      .meta({ description: 'One vector for each text, in the order of the request.' }),
    model: z.string().meta({ description: 'The model that made the vectors.' }),
    usage: z
      .object({
        prompt_tokens: z.int().meta({ description: 'Tokens of the texts.' }),
        total_tokens: z.int().meta({ description: 'The same: nothing is written.' }),
      })
      .meta({ description: 'An estimate: these models charge nothing.' }),
  })
  .meta({ id: 'EmbeddingList', description: 'As in OpenAI.' });

type Embed = (
  texts: readonly string[],
  kind: 'query' | 'passage',
  signal: AbortSignal,
) => Promise<Float32Array[]>;

/** Embeddings by the bundled models, in OpenAI's protocol. */
export const embeddingRoutes =
  ({ models: { embedders } }: Pick<Services, 'models'>): FastifyPluginAsyncZod =>
  async (app) => {
    // Each model reads for one request at a time here, in turns between workspaces, so that many requests delay searches
    // no more than one does.
    const turns = { instant: fairSemaphore(1), deep: fairSemaphore(1) };
    app.post(
      '/embeddings',
      {
        bodyLimit: LIMITS.embeddingBodyBytes,
        config: { protocol: 'openai', rateClass: 'query' },
        schema: {
          operationId: 'openai.createEmbedding',
          summary: 'Embed texts with a bundled model',
          description:
            'In the OpenAI protocol, with the models that search uses. Counts as a search in the usage.',
          body: EmbeddingBody,
          response: { 200: EmbeddingList },
        },
      },
      async (request) => {
        const context = contextOf(request);
        const { model, input, input_type, encoding_format, dimensions } = request.body;
        const embed = embedWith(embedders, model, turns, context);
        const texts = typeof input === 'string' ? [input] : input;
        const data: z.infer<typeof EmbeddingList>['data'] = [];
        for (const some of readAtOnce(texts)) {
          for (const vector of await embed(some, input_type, context.signal)) {
            if (dimensions && dimensions !== vector.length)
              throw invalidField('dimensions', `must be ${vector.length}, as ${model} has`);
            const embedding = encoded(vector, encoding_format);
            data.push({ object: 'embedding', index: data.length, embedding });
          }
        }
        context.count('queries');
        const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
        return {
          object: 'list' as const,
          data,
          model,
          usage: { prompt_tokens: tokens, total_tokens: tokens },
        };
      },
    );
  };

/** The instant model computes in this thread: 1 ms for so many characters. */
const CHARACTERS_AT_ONCE = 16_000;

/** The texts in their order, as many at a time as the instant model reads without a pause. */
function* readAtOnce(texts: readonly string[]): Generator<string[], void> {
  let some: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (some.length > 0 && characters + text.length > CHARACTERS_AT_ONCE) {
      yield some;
      some = [];
      characters = 0;
    }
    some.push(text);
    characters += text.length;
  }
  yield some;
}

/** How long the deep model may be busy with the questions of searches. */
const PATIENCE_MS = 30_000;

/** Throws 404 for a model that is not bundled, and 503 for the deep model if it cannot run here. */
function embedWith(
  embedders: Embedders,
  model: string,
  turns: Record<'instant' | 'deep', ReturnType<typeof fairSemaphore>>,
  { store: { workspaceId } }: Pick<RequestContext, 'store'>,
): Embed {
  const indexVersion = embedders.indexVersionFor(INSTANT);
  if (model === INSTANT) {
    const instant = embedders.ofIndex(indexVersion);
    if (instant)
      return async (texts, _, signal) => {
        await turns.instant.acquire(workspaceId, signal);
        try {
          const vectors = await Promise.all(texts.map((text) => instant.embedQuery(text, signal)));
          // Whatever waits for this thread runs before the next turn.
          await setImmediate();
          return vectors.map(({ vector }) => vector);
        } finally {
          turns.instant.release();
        }
      };
  }
  if (model !== DEEP)
    throw new AppError(
      'not_found',
      `No embedding model has the name "${model.slice(0, 200)}". The bundled ones are ${INSTANT} and ${DEEP}.`,
      { details: [{ field: 'model', reason: 'must be the name of a bundled embedding model' }] },
    );
  const deep = embedders.deepOf(indexVersion, DEEP);
  if (!deep)
    throw new AppError(
      'unavailable',
      `${DEEP} is switched off or cannot run here. Use ${INSTANT}, or ask the operator.`,
    );
  const embedOne = async (text: string, kind: 'query' | 'passage', signal: AbortSignal) => {
    await turns.deep.acquire(workspaceId, signal);
    try {
      if (kind === 'passage') return (await deep.embedPassage(text, [], signal)).passage;
      const vector = await deep.embedQuery(text, { patienceMs: PATIENCE_MS, signal });
      if (vector) return vector;
    } finally {
      turns.deep.release();
    }
    throw new AppError('unavailable', `${DEEP} is busy or could not be loaded. Try again in a moment.`, {
      headers: { 'retry-after': '5' },
    });
  };
  return async (texts, kind, signal) => {
    const vectors = [];
    for (const text of texts) vectors.push(await embedOne(text, kind, signal));
    return vectors;
  };
}

const encoded = (vector: Float32Array, format: 'float' | 'base64' | null | undefined): number[] | string =>
  format === 'base64'
    ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
    : Array.from(vector);
