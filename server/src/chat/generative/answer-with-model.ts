import { EMPTY, Grounder, type Grounding, UNSUPPORTED } from '#chat/grounding/grounder.ts';
import { Meanings } from '#chat/grounding/meanings.ts';
import type { Passage } from '#chat/passages/passage.ts';
import type { Sentence } from '#chat/passages/read-sentences.ts';
import { plainWords } from '#chat/passages/split-words.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import type { Delta, Reply, Withdrawal } from '#chat/reply.ts';
import type { RemovedSentence, Trace } from '#chat/trace.ts';
import type { ChatModel, DeepModel, Prompt, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { AgentRow } from '#storage/tables.ts';
import { ASCII_CHARACTERS_PER_TOKEN } from '#text/estimate-tokens.ts';
import { assembleContext } from './assemble-context.ts';
import { buildPrompt, NO_ANSWER } from './build-prompt.ts';
import { CitedText, gapBefore } from './cited-text.ts';
import { flattenMarkup, withoutUnknownLinks } from './markup.ts';
import { confidenceWithModel, explainConfidence } from './model-confidence.ts';
import { ReplyReader, type WrittenSentence, withoutMarkers } from './read-reply.ts';
import { RepetitionWatch } from './repetition.ts';
import { asksForSearch, SearchGate } from './search-request.ts';
import { showable, TentativeText } from './tentative-text.ts';

export type ModelRequest = {
  agent: Pick<AgentRow, 'name' | 'system_prompt' | 'response_length' | 'temperature'>;
  /** As the user wrote it. */
  message: string;
  /** The conversation before the message. */
  earlier: Prompt['turns'];
  /** Best first. */
  passages: readonly Passage[];
  /** In the language of the passages. */
  reader: TermReader;
  /** Compares what words cannot; undefined without one. */
  deepModel: DeepModel | undefined;
  /** The confidence of an extractive reply from the passages. Only called at the end. */
  retrieval: () => number;
  /** lenient: headings and lines that only introduce stay, although no source says them. */
  grounding: 'strict' | 'lenient';
  /** Whether the model may ask for another search instead of replying. */
  maySearch: boolean;
  /** Yields words before their sentence is checked, and withdraws those that do not stand. */
  isTentative: boolean;
  /** In tokens. */
  contextBudget: number;
  maxOutputTokens: number;
  signal: AbortSignal;
  /** Notes what is sent, written and checked. */
  trace?: Trace | undefined;
};

/** refusal: a sentence that explains why there is no reply. brokenOff: why the model did not get to the end of a reply, or
 *  said nothing. search: what the model wants to be searched for instead of replying. */
export type ModelAnswer = {
  reply: Reply | undefined;
  refusal?: string;
  usage: TokenUsage | undefined;
  brokenOff: ModelError | undefined;
  search?: string | undefined;
};

/** Answers from passages with a model, and checks each sentence before it is sent: markers, links and images are
 *  removed, and it is cited with the sentences of the sources that support it. Yields the text sentence by sentence, or, if
 *  it is tentative, as it is written.
 *  Throws ModelError if the model failed before the first of them. */
export async function* answerWithModel(
  model: ChatModel,
  request: ModelRequest,
): AsyncGenerator<Delta | Withdrawal, ModelAnswer> {
  const { agent, message, earlier, passages, reader, maxOutputTokens, trace } = request;
  const endSend = trace?.begin('send');
  const blocks = assembleContext(passages, request.contextBudget * ASCII_CHARACTERS_PER_TOKEN);
  const prompt = buildPrompt({
    agent,
    message,
    earlier,
    blocks,
    maxOutputTokens,
    maySearch: request.maySearch,
  });
  const sent = blocks.flatMap((block) => block.passages);
  trace?.noteSent(sent);
  endSend?.({ sent: sent.length, leftOut: passages.length - sent.length });
  const grounder = new Grounder(blocks, message, reader, new Meanings(request.deepModel, request.signal));
  const checker = new ReplyChecker(grounder, request.grounding);
  const tentative = request.isTentative ? new TentativeText() : undefined;
  const gate = new SearchGate();
  const replyReader = new ReplyReader();
  const repetition = new RepetitionWatch();
  // Also stops the provider if the caller does not read the whole reply.
  const stop = new AbortController();
  let usage: TokenUsage | undefined;
  let brokenOff: ModelError | undefined;
  let isCut = false;
  let left = longestReply(maxOutputTokens);
  const startedAt = performance.now();
  let firstTokenMs: number | undefined;
  const endWrite = trace?.begin('write');
  try {
    for await (const written of model.write(prompt, AbortSignal.any([request.signal, stop.signal]))) {
      if ('usage' in written) {
        usage = written.usage;
        isCut ||= written.isCut ?? false;
        continue;
      }
      firstTokenMs ??= Math.round(performance.now() - startedAt);
      const text = written.text.slice(0, left);
      left -= text.length;
      const deltas = await checker.check(replyReader.push(gate.push(text)));
      yield* tentative ? tentative.become(checker.textWith(replyReader.begun)) : deltas;
      if (repetition.push(text)) brokenOff = repeated(model.name);
      isCut = left <= 0;
      if (checker.isRefusal || brokenOff || isCut || gate.isTooLong) break;
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (checker.reply.text === '') {
      yield* tentative?.become('') ?? [];
      throw error;
    }
    brokenOff = failed(error.message, 'The language model broke off.', error);
  } finally {
    stop.abort();
    endWrite?.({ model: usage?.model ?? model.name, usage, firstTokenMs, reason: brokenOff?.message });
  }
  if (gate.isSearch) {
    const search = request.maySearch ? gate.query : undefined;
    return { reply: undefined, refusal: NOT_ANSWERED, usage, brokenOff: undefined, search };
  }
  const endCheck = trace?.begin('check');
  // A sentence begun before the model broke off is incomplete.
  if (!brokenOff && !checker.isRefusal) {
    const last = [...replyReader.push(gate.end()), ...replyReader.end()];
    const deltas = await checker.check(isCut ? last.filter(isWhole) : last);
    if (!tentative) yield* deltas;
    if (isCut) brokenOff = cutOff(model.name, maxOutputTokens);
  }
  endCheck?.({ ...checker.counts, removed: checker.removed });
  const { text, sources, citations } = checker.reply;
  yield* tentative?.become(text) ?? [];
  if (checker.isRefusal || text === '') {
    if (!checker.hasSaidAnything) brokenOff ??= saidNothing(model.name);
    const refusal = checker.groundings.length > 0 ? NOTHING_SUPPORTED : NOT_ANSWERED;
    return { reply: undefined, refusal, usage, brokenOff };
  }
  const retrieval = request.retrieval();
  const reply: Reply = {
    kind: 'answer',
    text,
    sources,
    citations,
    confidence: confidenceWithModel(retrieval, checker.groundings),
    confidenceReason: `${brokenOff ? `${brokenOff.forReaders} ` : ''}${explainConfidence(retrieval, checker.groundings)}`,
    isDegraded: brokenOff !== undefined,
    usage,
  };
  return { reply, usage, brokenOff };
}

const NOT_ANSWERED = 'The language model found no answer in the passages.';
const NOTHING_SUPPORTED = 'No sentence that the language model wrote is supported by the sources.';

/** Whether a sentence has its end. */
const isWhole = ({ text }: WrittenSentence): boolean => /[.!?…。！？][\p{Pe}\p{Pf}"'*_`]*$/u.test(text);

const failed = (sentence: string, forReaders: string, cause?: ModelError): ModelError =>
  new ModelError(sentence, {
    isRetryable: false,
    forReaders,
    cause,
    retryAfterSeconds: cause?.retryAfterSeconds,
  });
const repeated = (name: string): ModelError =>
  failed(`${name} repeated itself until it was stopped.`, 'The language model repeated itself.');
const cutOff = (name: string, tokens: number): ModelError =>
  failed(
    `${name} reached its limit of ${tokens} tokens before the end of its reply: raise LLM_MAX_OUTPUT_TOKENS.`,
    'The language model reached its limit before the end of its reply.',
  );
const saidNothing = (name: string): ModelError =>
  failed(`${name} wrote nothing that can be read.`, 'The language model gave no reply.');

/** Stop reading once the reply is longer than `maxOutputTokens` allows. */
const longestReply = (maxOutputTokens: number): number => 4 * ASCII_CHARACTERS_PER_TOKEN * maxOutputTokens;

/** Checks the sentences of one reply in order. */
class ReplyChecker {
  readonly reply = new CitedText();
  readonly groundings: Grounding[] = [];
  readonly removed: RemovedSentence[] = [];
  /** Whether the model said it has no answer, before anything was sent. */
  isRefusal = false;
  /** Whether the model wrote any words at all. */
  hasSaidAnything = false;
  /** Sentences like `Yes.`, which wait for one with content. */
  #waiting: { text: string; separator: string; support: readonly Sentence[] }[] = [];
  /** The separator before sentences that were omitted since the last one sent. */
  #gap = '';
  /** The sentences of prose so far. */
  readonly #said = new Set<string>();
  #isInCode = false;
  readonly #grounder: Grounder;

  readonly #isLenient: boolean;

  constructor(grounder: Grounder, grounding: ModelRequest['grounding']) {
    this.#grounder = grounder;
    this.#isLenient = grounding === 'lenient';
  }

  get counts(): { supported: number; believed: number } {
    const count = (verdict: Grounding['verdict']): number =>
      this.groundings.filter((grounding) => grounding.verdict === verdict).length;
    return { supported: count('supported'), believed: count('believed') };
  }

  /** The reply so far with what is not checked yet. */
  textWith(begun: { separator: string; text: string }): string {
    const shown = showable(begun.text);
    const unchecked = [...this.#waiting, ...(shown === '' ? [] : [{ ...begun, text: shown }])];
    return unchecked.reduce(
      (text, piece) =>
        text === '' ? piece.text : text + gapBefore(piece.text, piece.separator) + piece.text,
      this.reply.text,
    );
  }

  /** Returns what is added to the reply. */
  async check(sentences: readonly WrittenSentence[]): Promise<Delta[]> {
    const deltas: Delta[] = [];
    for (const { text: written, separator: gap, markers } of sentences) {
      if (this.isRefusal) break;
      const separator = widest(this.#gap, gap);
      this.#gap = separator;
      this.hasSaidAnything ||= hasWords.test(written);
      if (asksForSearch(written)) continue;
      if (this.#isRepeated(written)) {
        this.removed.push({ text: written, reason: 'repeated' });
        continue;
      }
      if (written.includes(NO_ANSWER)) {
        this.isRefusal = this.reply.text === '';
        continue;
      }
      const { text, grounding: found } = await this.#ground(written, markers);
      if (!hasWords.test(text)) continue;
      const isForm = this.#isLenient && found.verdict === 'unsupported' && introduces(text);
      const grounding = isForm ? EMPTY : found;
      if (grounding.verdict !== 'empty') this.groundings.push(grounding);
      if (grounding.verdict === 'unsupported') {
        this.removed.push({ text, reason: 'unsupported' });
        continue;
      }
      this.#gap = '';
      if (grounding.verdict === 'empty') this.#waiting.push({ text, separator, support: [] });
      else deltas.push(...this.#append(text, separator, grounding.support));
    }
    return deltas;
  }

  /** Whether a sentence of prose was written before. Code, tables, lists and quotations may repeat one. */
  #isRepeated(written: string): boolean {
    const fences = written.match(/^[ \t]*(?:`{3,}|~{3,})/gm)?.length ?? 0;
    const isCode = this.#isInCode || fences > 0;
    if (fences % 2 === 1) this.#isInCode = !this.#isInCode;
    const words = plainWords(written);
    if (isCode || lineSign.test(written) || words.length < SHORTEST_SENTENCE) return false;
    if (this.#said.has(words)) return true;
    this.#said.add(words);
    return false;
  }

  /** A sentence with a link that its sources do not contain is unsupported, and loses the link. */
  async #ground(
    written: string,
    markers: readonly number[],
  ): Promise<{ text: string; grounding: Grounding }> {
    const text = untilStable(written, plain);
    const grounding = await this.#grounder.ground(text, markers);
    const kept = withoutUnknownLinks(text, quoted(grounding.support));
    if (kept === text) return { text, grounding };
    return {
      text: untilStable(kept, (left) => withoutUnknownLinks(plain(left), '')),
      grounding: UNSUPPORTED,
    };
  }

  #append(text: string, separator: string, support: readonly Sentence[]): Delta[] {
    const pieces = [...this.#waiting, { text, separator, support }];
    this.#waiting = [];
    return pieces.map((piece) => {
      const before = this.reply.citations.length;
      const added = this.reply.add(piece.text, piece.separator, piece.support);
      return { type: 'delta', text: added, citations: this.reply.citations.slice(before) };
    });
  }
}

const hasWords = /[\p{L}\p{N}]/u;
const lineSign = /^\s*(?:[>#|]|[-*+•–]\s|\d{1,3}[.)]\s)/;
/** Shorter ones may be said twice. */
const SHORTEST_SENTENCE = 24;

const INTRODUCTION = 120;
const heading = /^#{1,6}\s/;
const tableHead = /^\|[^\n]*\n[|:\- \t]+$/;

/** Whether a line only introduces what follows: a heading, the head of a table, or what ends with a colon. Numbers are more
 *  than that. */
const introduces = (text: string): boolean =>
  text.length <= INTRODUCTION &&
  !/\p{N}/u.test(text) &&
  (heading.test(text) || tableHead.test(text) || /[:：]\**$/.test(text));

/** The separator when a sentence in between is omitted: paragraphs stay apart. */
function widest(before: string, after: string): string {
  const [some, others] = [before, after].map((gap) => gap.split('\n').length - 1) as [number, number];
  if (others === 0) return some > 0 ? before : after;
  return some > others ? `\n${after}` : after;
}

const plain = (text: string): string => withoutMarkers(flattenMarkup(text)).trim();

/** Repeats a change until nothing changes, because removing something can leave something else to remove. Terminates
 *  because each step leaves fewer brackets or words. */
function untilStable(text: string, change: (text: string) => string): string {
  const changed = change(text);
  return changed === text ? text : untilStable(changed, change);
}

const quoted = (support: readonly Sentence[]): string =>
  support
    .map(({ passage, start, end }) => passage.text.slice(start - passage.start, end - passage.start))
    .join('\n');
