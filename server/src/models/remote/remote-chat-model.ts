import { memoizeAsync } from '#lib/async/memoize-async.ts';
import { tokenBucket } from '#lib/async/token-bucket.ts';
import { modelSetting } from '#lib/model-setting.ts';
import type { ChatModel, Prompt, Usage, Written } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { estimateTokens } from '#text/estimate-tokens.ts';
import { explainSilence, explainTimeout } from './provider-failure.ts';
import { retryStream } from './retry-stream.ts';
import { type Heard, loadSdkChat, type SdkChatModel } from './sdk-chat.ts';
import { PROVIDER_URL } from './sdk-provider.ts';

export type RemoteChatModelOptions = Omit<SdkChatModel, 'name' | 'baseUrl'> & {
  /** The provider's own when absent; `openai-compatible` has none. */
  readonly baseUrl?: string | undefined;
  /** How long a reply may take to begin, with all attempts, and then to go on. */
  readonly timeoutSeconds: number;
  readonly requestsPerMinute?: number | undefined;
  /** Of a million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | undefined;
};

/** A language model that a provider runs, here or elsewhere. Nothing is asked of it before the first use. A request that
 *  fails before its first piece is made again; one that fails later is not, because its pieces are already given. */
export function createRemoteChatModel(options: RemoteChatModelOptions): ChatModel {
  const { provider, model, timeoutSeconds, prices } = options;
  const subject: SdkChatModel = {
    ...options,
    name: `${provider}/${model}`,
    baseUrl: options.baseUrl ?? PROVIDER_URL[provider],
  };
  const takeToken = tokenBucket(options.requestsPerMinute);
  const load = memoizeAsync(() => loadSdkChat(subject));

  async function* ask(prompt: Prompt, patience: Patience, signal: AbortSignal): AsyncIterable<Written> {
    patience.run(() => explainNoTurn(subject, timeoutSeconds));
    await takeToken({ isUrgent: true, signal });
    patience.run(() => explainTimeout(subject, timeoutSeconds));
    const chat = await load();
    let written = '';
    for await (const heard of chat(prompt, signal)) {
      // The time that a slow reader takes is not the provider's.
      patience.stop();
      if (!('text' in heard)) {
        if (written === '') throw explainEmpty(subject, heard, prompt.maxOutputTokens);
        yield { usage: usageOf(subject.name, { heard, prompt, written, prices }) };
      } else if (heard.text !== '') {
        written += heard.text;
        yield heard;
      }
      patience.run(() => (written === '' ? explainTimeout : explainSilence)(subject, timeoutSeconds));
    }
  }

  return {
    name: subject.name,
    async *write(prompt, caller) {
      const patience = createPatience(timeoutSeconds);
      const signal = AbortSignal.any([caller, patience.signal]);
      try {
        yield* retryStream(() => ask(prompt, patience, signal), { withinMs: 1000 * timeoutSeconds, signal });
      } finally {
        // Also for a reader who leaves in the middle: the provider stops writing.
        patience.end();
      }
    },
  };
}

/** How long is waited for the provider. */
type Patience = {
  /** Aborted when the time is over, or there is nothing left to wait for. */
  signal: AbortSignal;
  /** The time runs from now on, or goes on running. failure: what its end means now. */
  run(failure: () => ModelError): void;
  /** The next run begins anew. */
  stop(): void;
  end(): void;
};

function createPatience(seconds: number): Patience {
  const controller = new AbortController();
  let explain: () => ModelError;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    signal: controller.signal,
    run(failure) {
      explain = failure;
      timer ??= setTimeout(() => controller.abort(explain()), 1000 * seconds);
    },
    stop,
    end() {
      stop();
      controller.abort();
    },
  };
}

/** What a reply took: by the provider's count, or by an estimate where that is missing or cannot be. */
function usageOf(
  model: string,
  {
    heard,
    prompt,
    written,
    prices,
  }: {
    heard: Exclude<Heard, { text: string }>;
    prompt: Prompt;
    written: string;
    prices: RemoteChatModelOptions['prices'];
  },
): Usage {
  const asked = [prompt.instructions, ...prompt.turns.map(({ text }) => text)].join('');
  const inputTokens = countOf(heard.inputTokens, asked);
  const outputTokens = countOf(heard.outputTokens, written);
  if (!prices) return { model, inputTokens, outputTokens };
  const cost = (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;
  // Without the noise of binary fractions.
  return { model, inputTokens, outputTokens, cost: Number(cost.toFixed(9)) };
}

const countOf = (claimed: number | undefined, text: string): number =>
  claimed !== undefined && Number.isSafeInteger(claimed) && claimed > 0 ? claimed : estimateTokens(text);

/** A reply without a word. Models that think first may spend on it all that they may write. */
function explainEmpty(
  { name }: SdkChatModel,
  { outputTokens = 0 }: Exclude<Heard, { text: string }>,
  maxOutputTokens: number,
): ModelError {
  const sentence =
    outputTokens >= maxOutputTokens
      ? `${name} spent its ${maxOutputTokens} tokens before the first word: raise LLM_MAX_OUTPUT_TOKENS.`
      : `${name} gave an empty reply.`;
  return new ModelError(sentence, { isRetryable: false });
}

const explainNoTurn = ({ name, settings }: SdkChatModel, seconds: number): ModelError =>
  new ModelError(
    `${name} had no room for another request within ${seconds} s (see ${modelSetting(settings, 'requests_per_minute')}).`,
    {
      isRetryable: true,
      isFree: true,
    },
  );
