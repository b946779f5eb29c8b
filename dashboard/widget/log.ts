import { readReply } from '#shared/markdown/read-reply.ts';
import { element } from './element.ts';
import { markdownView } from './markdown-view.ts';
import type { PersonMessage } from './service.ts';
import { words } from './words.ts';

/** The scrolling list of messages, kept at its end. */
export function createLog() {
  const view = element('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'off',
    'aria-label': words.conversation,
    tabindex: '0',
  });
  const scroll = (): void => view.scrollTo({ top: view.scrollHeight });
  const add = (...views: HTMLElement[]): void => {
    view.append(...views);
    scroll();
  };
  return {
    view,
    scroll,
    add,
    /** Replaces the content. */
    show: (...views: HTMLElement[]): void => {
      view.replaceChildren();
      add(...views);
    },
  };
}

/** A reply that is being written. */
export function replyInProgress(onChange: () => void) {
  const view = element('div', {}, quietView(words.writing));
  return {
    view,
    write: (text: string): void => {
      view.replaceChildren(markdownView(readReply(text, [], { isWhole: false })));
      onChange();
    },
  };
}

export const quietView = (text: string): HTMLElement => element('p', { class: 'quiet' }, text);

export const questionView = (question: string): HTMLElement =>
  element(
    'p',
    { class: 'question', dir: 'auto' },
    element('span', { class: 'hidden-words' }, `${words.you}: `),
    question,
  );

/** What a person said in place of the agent. */
export const personView = ({ author = words.person, text }: PersonMessage): HTMLElement =>
  element(
    'div',
    { class: 'person' },
    element('p', { class: 'quiet' }, author),
    element('p', { dir: 'auto' }, text),
  );

/** `role="alert"` is announced at once. */
export function failureView(error: Error, retry: () => void): HTMLElement {
  const again = element('button', { type: 'button', class: 'plain' }, words.again);
  again.addEventListener('click', retry);
  return element('div', { class: 'failure', role: 'alert' }, element('p', {}, error.message), again);
}
