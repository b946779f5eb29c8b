import { memoizeAsync } from '#lib/async/memoize-async.ts';
import { tokenBucket } from '#lib/async/token-bucket.ts';
import { modelSetting } from '#lib/model-setting.ts';
import type { ChatModel, Prompt, TokenUsage, Written } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { estimateTokens } from '#text/estimate-tokens.ts';
import { explainSilence, explainTimeout } from './provider-failure.ts';
import { retryStream } from './retry-stream.ts';
import { loadSdkChat, type SdkChatModel, type SdkPiece } from './sdk-chat.ts';
import { PROVIDER_URL } from './sdk-provider.ts';

export type RemoteChatModelOptions = Omit<SdkChatModel, 'name' | 'baseUrl'> & {
  /** The provider's default if absent, see PROVIDER_URL. */
  readonly baseUrl?: string | undefined;
  /** How long a reply may take to begin, including retries, and then between pieces. */
  readonly timeoutSeconds: number;
  readonly requestsPerMinute?: number | undefined;
  /** Per million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | undefined;
};

/** A language model behind an API. Nothing is sent before its first use. A request that fails before its first piece is
 *  retried; later failures are not, because pieces were already sent. */
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
      // The timeout does not run while a slow reader takes the piece.
      patience.stop();
      if (!('text' in heard)) {
        if (written === '') throw explainEmpty(subject, heard, prompt.maxOutputTokens);
        const usage = usageOf(subject.name, { heard, prompt, written, prices });
        yield heard.isCut ? { usage, isCut: true } : { usage };
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
        // Also if the reader leaves early: the provider stops writing.
        patience.end();
      }
    },
  };
}

/** A timeout that restarts with each piece. */
type Patience = {
  /** Aborted when the time is up, or when `end` is called. */
  signal: AbortSignal;
  /** Starts the timeout unless it is running. failure: the error if it expires. */
  run(failure: () => ModelError): void;
  /** The next `run` starts from zero. */
  stop(): void;
  end(): void;
};

/** One for all: a reason of its own would cost each reply a stack trace. */
const ENDED = new Error('The reply has ended, or its reader has left.');

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
      controller.abort(ENDED);
    },
  };
}

/** The usage of a reply: the provider's count, or an estimate if that is missing or impossible. */
function usageOf(
  model: string,
  {
    heard,
    prompt,
    written,
    prices,
  }: {
    heard: Exclude<SdkPiece, { text: string }>;
    prompt: Prompt;
    written: string;
    prices: RemoteChatModelOptions['prices'];
  },
): TokenUsage {
  const asked = [prompt.instructions, ...prompt.turns.map(({ text }) => text)].join('');
  const inputTokens = countOf(heard.inputTokens, asked);
  const outputTokens = countOf(heard.outputTokens, written);
  if (!prices) return { model, inputTokens, outputTokens };
  const cost = (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;
  // Rounds off binary fractions.
  return { model, inputTokens, outputTokens, cost: Number(cost.toFixed(9)) };
}

const countOf = (claimed: number | undefined, text: string): number =>
  claimed !== undefined && Number.isSafeInteger(claimed) && claimed > 0 ? claimed : estimateTokens(text);

/** An error for an empty reply. Reasoning models may spend all their tokens on thinking. */
function explainEmpty(
  { name }: SdkChatModel,
  { outputTokens = 0 }: Exclude<SdkPiece, { text: string }>,
  maxOutputTokens: number,
): ModelError {
  const sentence =
    outputTokens >= maxOutputTokens
      ? `${name} used its ${maxOutputTokens} tokens before the first word: raise LLM_MAX_OUTPUT_TOKENS.`
      : `${name} returned an empty reply.`;
  return new ModelError(sentence, {
    isRetryable: false,
    forReaders: 'The language model gave no reply.',
  });
}

const explainNoTurn = ({ name, settings }: SdkChatModel, seconds: number): ModelError =>
  new ModelError(
    `${name} had no room for another request within ${seconds} s (see ${modelSetting(settings, 'requests_per_minute')}).`,
    {
      isRetryable: true,
      isFree: true,
    },
  );
