import { element } from './element.ts';
import type { PersonRequest } from './service.ts';
import { words } from './words.ts';

/** The offer of a person: a button, and the form that it opens. `send` passes the request on. */
export function askPersonView(send: (request: PersonRequest) => Promise<void>): HTMLElement {
  const button = element('button', { type: 'button', class: 'plain' }, words.askPerson);
  const view = element('div', { class: 'ask-person' }, button);
  button.addEventListener('click', () => {
    const form = formOf(send, () => {
      view.replaceChildren(button);
      button.focus();
    });
    view.replaceChildren(form);
    form.querySelector('input')?.focus();
    form.scrollIntoView({ block: 'nearest' });
  });
  return view;
}

function formOf(send: (request: PersonRequest) => Promise<void>, cancel: () => void): HTMLFormElement {
  const name = element('input', { type: 'text', autocomplete: 'name', maxlength: '200' });
  const email = element('input', { type: 'email', autocomplete: 'email', maxlength: '254' });
  const message = element('textarea', { rows: '3', maxlength: '4000' });
  const submit = element('button', { type: 'submit', class: 'primary' }, words.sendRequest);
  const back = element('button', { type: 'button', class: 'plain' }, words.cancel);
  const failure = element('p', { class: 'failure', role: 'alert', hidden: '' });
  const form = element(
    'form',
    { class: 'request', 'aria-label': words.askPerson },
    element('p', { class: 'quiet' }, words.askPersonAbout),
    element('label', {}, words.name, name),
    element('label', {}, words.email, email),
    element('label', {}, words.about, message),
    failure,
    element('div', { class: 'buttons' }, submit, back),
  );
  back.addEventListener('click', cancel);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      await send({ name: name.value.trim(), email: email.value.trim(), message: message.value.trim() });
    } catch (error) {
      failure.textContent = (error as Error).message;
      failure.hidden = false;
      submit.disabled = false;
    }
  });
  return form;
}
