import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import type { Limiter } from '#http/rate-limits/limiter.ts';
import { secondsUntil, tooMany } from '#http/rate-limits/rate-limit.ts';
import type { Step } from '#lib/observe.ts';
import type { ChatModel, Models, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import { type ModelState, ModelStates, ModelTest, TestModel } from './model-state-schema.ts';

type Dependencies = Pick<Services, 'config' | 'models' | 'clock'> & {
  monitor: { failingSteps(): Step[] };
  limiter: Limiter;
};

const TESTS_A_MINUTE = 10;
const TEST_MS = 30_000;

/** How the models do, and a small request to each. No answer has an address or a key. */
export const modelStateRoutes =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/configuration/models',
      {
        config: { access: 'admin' },
        schema: {
          operationId: 'workspace.listModels',
          summary: 'List the models of the installation',
          description: 'Those that are set up and those that are not, with their state.',
          querystring: z.strictObject({}),
          response: { 200: envelope(ModelStates) },
        },
      },
      async (request) => answer(request, statesOf(services)),
    );

    app.post(
      '/configuration/models/test',
      {
        config: { access: 'admin' },
        schema: {
          operationId: 'workspace.testModel',
          summary: 'Test a model',
          description: `Sends it one small request, which its provider may bill, and says how long it took or what is wrong. At most ${TESTS_A_MINUTE} a minute in a workspace.`,
          body: TestModel,
          response: { 200: envelope(ModelTest) },
        },
      },
      async (request) => {
        const { principal, signal, count } = contextOf(request);
        const { role } = request.body;
        const test = testOf(services, role);
        if (!test) throw invalidField('role', `no ${role} model is set up`);
        const { workspaceId } = principal;
        const limit = { limit: TESTS_A_MINUTE, windowMs: 60_000, workspaceId };
        const { isAllowed, resetAt } = await services.limiter.hit('tests of models', limit);
        if (!isAllowed)
          throw tooMany(
            `At most ${TESTS_A_MINUTE} tests of models a minute: send the next one a little later.`,
            secondsUntil(resetAt, services.clock),
          );
        const result = await run(test, AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)]));
        signal.throwIfAborted();
        if (result.input_tokens) count('input_tokens', result.input_tokens);
        if (result.output_tokens) count('output_tokens', result.output_tokens);
        return answer(request, result);
      },
    );
  };

type Test = (signal: AbortSignal) => Promise<Partial<z.infer<typeof ModelTest>>>;

async function run(test: Test, signal: AbortSignal): Promise<z.infer<typeof ModelTest>> {
  const startedAt = performance.now();
  const took = () => ({ duration_ms: Math.round(performance.now() - startedAt) });
  try {
    const found = await test(signal);
    return { ok: true, ...took(), ...found };
  } catch (error) {
    if (error instanceof ModelError) return { ok: false, ...took(), error: error.message };
    if (!signal.aborted) throw error;
    return { ok: false, ...took(), error: `It did not answer within ${TEST_MS / 1_000} s.` };
  }
}

const standardIndex = ({ embedders }: Models): string => embedders.indexVersionFor(null);

/** What tests a model; undefined if there is none. */
function testOf({ models, config }: Dependencies, role: z.infer<typeof TestModel>['role']): Test | undefined {
  const { embedders, reranker } = models;
  if (role === 'embedding') {
    const embedder = embedders.ofIndex(standardIndex(models));
    return embedder && (async (signal) => dimensionsOf(await embedder.embedQuery('Hello', signal)));
  }
  if (role === 'deep') {
    const deep = embedders.deepOf(standardIndex(models), null);
    return (
      deep &&
      (async (signal) => {
        const vector = await deep.embedQuery('Hello', { patienceMs: TEST_MS, signal });
        if (!vector) throw new ModelError('It is busy: try again later.', { isRetryable: true });
        return dimensionsOf({ vector });
      })
    );
  }
  if (role === 'reranker')
    return (
      reranker &&
      (async (signal) => {
        await reranker.rerank('Hello', [{ text: 'Hello', label: '' }], signal);
        return {};
      })
    );
  const model = role === 'chat' ? chatModelOf(models) : fallbackOf({ models, config });
  return model && (async (signal) => await greet(model, config.LLM_MAX_OUTPUT_TOKENS, signal));
}

const dimensionsOf = ({ vector }: { vector: Float32Array }) => ({ dimensions: vector.length });

/** Without the one that takes over. */
const chatModelOf = ({ chatModel, chatModels }: Models): ChatModel | undefined =>
  chatModel && (chatModels?.[0] ?? chatModel);

const fallbackOf = ({ models, config }: Pick<Services, 'models' | 'config'>): ChatModel | undefined => {
  const { FALLBACK_LLM: fallback } = config;
  const name = fallback && `${fallback['provider']}/${fallback['model']}`;
  return models.chatModel && models.chatModels?.find((model) => model.name === name);
};

async function greet(model: ChatModel, maxOutputTokens: number, signal: AbortSignal) {
  let usage: TokenUsage | undefined;
  const prompt = {
    instructions: 'Reply with the word OK.',
    turns: [{ role: 'user' as const, text: 'Hello' }],
    maxOutputTokens,
  };
  for await (const written of model.write(prompt, signal)) if ('usage' in written) usage = written.usage;
  return usage ? { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens } : {};
}

function statesOf({ config, models, monitor }: Dependencies): z.infer<typeof ModelState>[] {
  const failing = monitor.failingSteps();
  const { embedders, reranker } = models;
  const standard = standardIndex(models);
  const embedder = embedders.ofIndex(standard);
  const deep = embedders.deepOf(standard, null);
  const fault = embedders.deepFault?.();
  const chat = chatModelOf(models);
  const fallback = fallbackOf({ models, config });
  const ready = (step: Step) => ({
    state: failing.includes(step) ? ('failing' as const) : ('ready' as const),
    can_test: true,
  });
  const off = { state: 'off' as const, can_test: false };
  return [
    {
      role: 'embedding',
      ...(embedder ? { ...ready('embed'), name: embedder.name, provider: config.EMBEDDING_PROVIDER } : off),
    },
    {
      role: 'deep',
      ...(deep ? { ...ready('embed'), name: deep.name, provider: 'static' } : off),
      ...(fault !== undefined && { state: 'failing' as const, reason: fault }),
    },
    {
      role: 'reranker',
      ...(reranker ? { ...ready('rerank'), name: reranker.name, provider: config.RERANK_PROVIDER } : off),
    },
    {
      role: 'chat',
      ...(chat ? { ...ready('generate'), name: chat.name, provider: config.LLM_PROVIDER } : off),
    },
    {
      role: 'fallback',
      ...(fallback ? { state: 'ready' as const, can_test: true, name: fallback.name } : off),
    },
    // The service does not start with languages that it has no data for.
    config.OCR === 'auto'
      ? {
          role: 'ocr',
          state: 'ready',
          name: `Tesseract (${config.OCR_LANGUAGES.join(', ')})`,
          can_test: false,
        }
      : { role: 'ocr', ...off },
  ];
}
