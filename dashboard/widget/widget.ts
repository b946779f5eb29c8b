import { createConversation } from './conversation.ts';
import { element, ICONS, icon } from './element.ts';
import { keepFocus } from './keep-focus.ts';
import { createMemory } from './memory.ts';
import { createService } from './service.ts';
import { STYLES } from './styles.ts';
import { followTheme } from './theme.ts';
import { words } from './words.ts';

const NAME = 'footnote-chat';

/** The chat of an agent, in a shadow tree that the page's styles do not reach. Its attributes: `token`, `service`, the
 *  URL of the service, and `theme`. */
class FootnoteChat extends HTMLElement {
  connectedCallback(): void {
    if (this.shadowRoot) return;
    const token = this.getAttribute('token') ?? '';
    const service = createService(this.getAttribute('service') ?? '', token);
    const memory = createMemory(token);
    const conversation = createConversation(service, memory);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];

    const launcher = roundButton('launcher', words.open, ICONS.chat);
    launcher.setAttribute('aria-haspopup', 'dialog');
    const title = element('h2', {}, words.chat);
    const restartButton = roundButton('round', words.restart, ICONS.restart);
    const closeButton = roundButton('round', words.close, ICONS.close);
    const panel = element(
      'section',
      { class: 'panel', role: 'dialog', 'aria-modal': 'true', 'aria-label': words.chat, hidden: '' },
      element('header', {}, title, restartButton, closeButton),
      ...conversation.parts,
    );
    const root = element('div', { class: 'root' }, launcher, panel);
    followTheme(root, this.getAttribute('theme'));
    shadow.append(root);

    let isLoaded = false;
    const load = async (): Promise<void> => {
      conversation.showLoading();
      try {
        const about = await service.about();
        isLoaded = true;
        title.textContent = about.agent.name;
        panel.setAttribute('aria-label', words.chatWith(about.agent.name));
        conversation.show(about);
      } catch (error) {
        // For the developer of the page.
        console.error(words.refused(location.origin));
        conversation.showFailure(error as Error, () => void load());
      }
    };
    const setOpen = async (isOpen: boolean): Promise<void> => {
      panel.hidden = !isOpen;
      launcher.hidden = isOpen;
      root.classList.toggle('is-open', isOpen);
      memory.write({ ...memory.read(), isOpen });
      if (isOpen && !isLoaded) await load();
      if (isOpen) conversation.refresh();
    };
    launcher.addEventListener('click', async () => {
      const opened = setOpen(true);
      closeButton.focus();
      await opened;
      conversation.focus();
    });
    const close = (): void => {
      void setOpen(false);
      launcher.focus();
    };
    closeButton.addEventListener('click', close);
    restartButton.addEventListener('click', conversation.restart);
    keepFocus(panel, close);
    // Reopens it if it was open on the previous page, without moving the focus.
    if (memory.read().isOpen) void setOpen(true);
  }
}

const roundButton = (className: string, label: string, path: string): HTMLButtonElement =>
  element('button', { type: 'button', class: className, 'aria-label': label, title: label }, icon(path));

const script = document.currentScript as HTMLScriptElement | null;
if (script && !customElements.get(NAME)) {
  customElements.define(NAME, FootnoteChat);
  const chat = document.createElement(NAME);
  chat.setAttribute('token', script.dataset['token'] ?? '');
  chat.setAttribute('service', new URL(script.src).origin);
  chat.setAttribute('theme', script.dataset['theme'] ?? '');
  const add = (): void => document.body.append(chat);
  // An async script may run before the body exists.
  if (document.body) add();
  else document.addEventListener('DOMContentLoaded', add);
}
