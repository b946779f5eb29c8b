import { z } from 'zod';

const MODEL_ROLES = ['embedding', 'deep', 'reranker', 'chat', 'fallback', 'ocr'] as const;

const ModelRoleSchema = z.enum(MODEL_ROLES).meta({
  id: 'ModelRole',
  description:
    '`embedding`: finds passages by meaning, at once. `deep`: reads them again, whole. `reranker`: reads the best results again. `chat`: writes replies. `fallback`: writes them when that one fails. `ocr`: reads pictures of text.',
});

export const ModelState = z
  .object({
    role: ModelRoleSchema,
    state: z.enum(['ready', 'failing', 'off']).meta({
      description:
        '`ready`: set up, and its last request did not fail. `failing`: it cannot run, or its last request failed. `off`: not set up.',
    }),
    provider: z.string().optional().meta({ description: 'Where it runs, as its setting names it.' }),
    name: z.string().optional().meta({ description: 'The name of the model.' }),
    reason: z.string().optional().meta({ description: 'Why it fails, if that is known.' }),
    can_test: z.boolean().meta({ description: 'Whether `POST` to this path can test it.' }),
  })
  .meta({ id: 'ModelState', description: 'A model of the installation, and how it does.' });

export const ModelStates = z.array(ModelState).meta({ description: 'One for each role.' });

export const TestModel = z
  .strictObject({
    role: z.enum(['embedding', 'deep', 'reranker', 'chat', 'fallback']).meta({
      description: 'The model to test.',
    }),
  })
  .meta({ id: 'TestModel', description: 'Which model to send a request.' });

export const ModelTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether it answered.' }),
    duration_ms: z.number().meta({ description: 'How long it took, in milliseconds.' }),
    input_tokens: z.int().optional().meta({ description: 'Tokens of the prompt.' }),
    output_tokens: z.int().optional().meta({ description: 'Tokens of the answer.' }),
    dimensions: z.int().optional().meta({ description: 'Numbers in a vector of an embedding model.' }),
    error: z.string().optional().meta({ description: 'Why it did not answer, and the setting to check.' }),
  })
  .meta({ id: 'ModelTest', description: 'How a model answered one small request.' });
