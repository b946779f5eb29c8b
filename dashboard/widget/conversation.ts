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
  let opening = (): HTMLElement[] => [];
  let running: AbortController | undefined;
  const log = createLog();
  const status = element('p', { class: 'hidden-words', role: 'status' });
  const composer = createComposer({ send: (message) => void ask(message), stop: () => running?.abort() });

  const viewsOf = (turn: Turn, index: number): HTMLElement[] => turnViews(turn, turns[index - 1], service);
  const showAll = (): void => {
    log.show(...opening(), ...turns.flatMap(viewsOf));
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
    /** As if the visitor had typed it. */
    ask: (question: string): void => void (running || composer.form.hidden || ask(question)),
    show: (about: About): void => {
      composer.form.hidden = about.status !== 'active';
      opening = () => openingViews(about, turns.length === 0, ask);
      showAll();
    },
    /** Looks for what people said meanwhile. */
    refresh: person.refresh,
    /** Without the field: what was sent now would be replaced by the welcome. */
    showInstead: (view: HTMLElement): void => {
      composer.form.hidden = true;
      log.show(view);
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

/** What stands before the first question, and while there is none, questions that are asked with a click. */
function openingViews(
  about: About,
  isEmpty: boolean,
  ask: (question: string) => Promise<void>,
): HTMLElement[] {
  const { greeting, starters } =
    about.status === 'active' ? textsOf(about) : { greeting: words.paused, starters: [] };
  const buttons = starters.map((question) => {
    const button = element('button', { type: 'button', class: 'plain', dir: 'auto' }, question);
    button.addEventListener('click', () => void ask(question));
    return button;
  });
  return [
    ...(greeting === '' ? [] : [element('p', { dir: 'auto' }, greeting)]),
    ...(isEmpty && buttons.length > 0 ? [element('div', { class: 'starters' }, ...buttons)] : []),
  ];
}
