import { spokenText } from '#shared/markdown/read-reply.ts';
import { createComposer } from './composer.ts';
import { element } from './element.ts';
import { createLog, failureView, personView, questionView, quietView, replyInProgress } from './log.ts';
import { textsOf } from './look.ts';
import type { createMemory, Turn } from './memory.ts';
import { createPersonPart } from './person-part.ts';
import { replyView } from './reply-view.ts';
import type { About, WidgetService } from './service.ts';
import { words } from './words.ts';

/** The conversation with its message field. */
export function createConversation(service: WidgetService, memory: ReturnType<typeof createMemory>) {
  let turns: Turn[] = memory.read().turns;
  let welcome = '';
  let starters: readonly string[] = [];
  let running: AbortController | undefined;
  const log = createLog();
  const status = element('p', { class: 'hidden-words', role: 'status' });
  const composer = createComposer({ send: (message) => void ask(message), stop: () => running?.abort() });

  const viewsOf = (turn: Turn, index: number): HTMLElement[] => turnViews(turn, turns[index - 1], service);
  const showAll = (): void => {
    log.show(
      ...(welcome === '' ? [] : [element('p', { dir: 'auto' }, welcome)]),
      ...(turns.length === 0 && starters.length > 0
        ? [startersView(starters, (each) => void ask(each))]
        : []),
      ...turns.flatMap(viewsOf),
    );
    person.shown();
  };
  const keep = (changed: Turn[]): void => {
    turns = changed;
    memory.write({ ...memory.read(), turns });
  };
  const person = createPersonPart(service, memory, {
    turns: () => turns,
    keep,
    log,
    say: (text) => {
      status.textContent = text;
    },
    focus: () => composer.focus(),
  });
  const setRunning = (controller: AbortController | undefined): void => {
    running = controller;
    composer.setRunning(controller !== undefined);
  };

  const ask = async (question: string): Promise<void> => {
    log.view.querySelector('.starters')?.remove();
    const controller = new AbortController();
    const { signal } = controller;
    setRunning(controller);
    const asked = questionView(question);
    const reply = replyInProgress(log.scroll);
    log.add(asked, reply.view);
    try {
      const session = turns.at(-1)?.answer.session_id;
      const turn = {
        question,
        answer: await service.ask({ message: question, session }, reply.write, signal),
      };
      if (signal.aborted) return;
      keep([...turns, turn]);
      asked.remove();
      reply.view.remove();
      log.add(...viewsOf(turn, turns.length - 1));
      status.textContent = words.replied({ reply: spokenText(turn.answer.reply) });
      person.answered();
    } catch (error) {
      if (signal.aborted) {
        // A new conversation may have started meanwhile.
        if (asked.isConnected) log.add(quietView(words.stopped));
        return;
      }
      reply.view.remove();
      const failure = failureView(error as Error, () => {
        asked.remove();
        failure.remove();
        void ask(question);
      });
      log.add(failure);
    } finally {
      if (controller === running) setRunning(undefined);
    }
  };

  return {
    parts: [log.view, status, composer.form],
    focus: composer.focus,
    /** Asks as if the visitor had typed it; nothing while a reply is written. */
    ask: (question: string): void => {
      if (!running && !composer.form.hidden) void ask(question);
    },
    show: (about: About): void => {
      const isActive = about.status === 'active';
      const texts = textsOf(about);
      welcome = isActive ? texts.greeting : words.paused;
      starters = isActive ? texts.starters : [];
      composer.form.hidden = !isActive;
      showAll();
    },
    /** Looks for what people said meanwhile. */
    refresh: person.refresh,
    /** Without the field: what was sent now would be replaced by the welcome. */
    showLoading: (): void => {
      composer.form.hidden = true;
      log.show(quietView(words.loading));
    },
    showFailure: (error: Error, retry: () => void): void => {
      composer.form.hidden = true;
      log.show(failureView(error, retry));
    },
    restart: (): void => {
      running?.abort();
      setRunning(undefined);
      keep([]);
      person.forget();
      showAll();
      composer.focus();
    },
  };
}

function turnViews(
  { question, answer, heard = [] }: Turn,
  before: Turn | undefined,
  service: WidgetService,
): HTMLElement[] {
  const rate = (rating: 'up' | 'down') => service.rate(answer.session_id, answer.message_id, rating);
  const hasPerson = answer.handover?.status === 'assigned';
  // While a person has the conversation, each answer says the same.
  const isRepeated = hasPerson && before?.answer.handover?.status === 'assigned';
  const reply = hasPerson ? quietView(answer.reply) : replyView(answer, rate);
  return [questionView(question), ...(isRepeated ? [] : [reply]), ...heard.map(personView)];
}

/** Questions that are asked with a click. */
const startersView = (questions: readonly string[], ask: (question: string) => void): HTMLElement =>
  element(
    'div',
    { class: 'starters' },
    ...questions.map((question) => {
      const button = element('button', { type: 'button', class: 'plain', dir: 'auto' }, question);
      button.addEventListener('click', () => ask(question));
      return button;
    }),
  );
