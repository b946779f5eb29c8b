import { element } from './element.ts';
import { words } from './words.ts';

const MESSAGE_CHARACTERS = 4_000;

/** The message field. Enter sends, Shift+Enter starts a new line. */
export function createComposer({ send, stop }: { send: (message: string) => void; stop: () => void }) {
  let isRunning = false;
  const field = element('textarea', {
    rows: '1',
    'aria-label': words.message,
    placeholder: words.placeholder,
    maxlength: String(MESSAGE_CHARACTERS),
  });
  const button = element('button', { type: 'submit', class: 'primary' }, words.send);
  const form = element('form', {}, field, button);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const message = field.value.trim();
    if (isRunning) stop();
    else if (message !== '') {
      field.value = '';
      send(message);
    }
    field.focus();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!isRunning) form.requestSubmit();
  });

  return {
    form,
    focus: () => field.focus(),
    setRunning: (running: boolean): void => {
      isRunning = running;
      button.textContent = running ? words.stop : words.send;
    },
  };
}
