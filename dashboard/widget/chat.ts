import { createConversation } from './conversation.ts';
import { element, ICONS, icon } from './element.ts';
import { keepFocus } from './keep-focus.ts';
import { failureView, quietView } from './log.ts';
import type { Look } from './look.ts';
import { createMemory } from './memory.ts';
import type { About, WidgetService } from './service.ts';
import { STYLES } from './styles.ts';
import { followTheme } from './theme.ts';
import { direction, language, words } from './words.ts';

/** What a chat is made of. about: undefined if the service did not say. */
export type Chat = { service: WidgetService; token: string; about: About | undefined; look: Look };

/** Draws a chat into an element: behind a button, as a part of the page, or behind a search bar. */
export function createChat(host: HTMLElement, { service, token, about: known, look }: Chat): void {
  const memory = createMemory(token);
  const conversation = createConversation(service, memory);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];
  const isInline = look.mode === 'inline';

  const title = element('h2', {}, words.chat);
  const logo = element('img', { class: 'logo', alt: '', hidden: '' });
  const restartButton = roundButton('round', words.restart, ICONS.restart);
  const closeButton = roundButton('round', words.close, ICONS.close);
  const panel = element(
    'section',
    isInline
      ? { class: 'panel', 'aria-label': words.chat }
      : { class: 'panel', role: 'dialog', 'aria-modal': 'true', 'aria-label': words.chat, hidden: '' },
    element('header', {}, logo, title, restartButton, isInline ? undefined : closeButton),
    ...conversation.parts,
  );
  const opener =
    look.mode === 'search' ? createSearch() : look.mode === 'bubble' ? createLauncher() : undefined;
  const root = element(
    'div',
    { class: `root ${look.mode} at-${look.position}`, lang: language, dir: direction() },
    opener?.view,
    panel,
  );
  followTheme(root, look.theme, look.color);
  shadow.append(root);

  let about = known;
  const show = (shown: About): void => {
    title.textContent = shown.agent.name;
    panel.setAttribute('aria-label', words.chatWith({ agent: shown.agent.name }));
    const { logo_url: url } = shown;
    if (url !== undefined) logo.src = service.urlOf(url);
    logo.hidden = url === undefined;
    conversation.show(shown);
  };
  const load = async (): Promise<void> => {
    conversation.showInstead(quietView(words.loading));
    try {
      about = await service.about();
      show(about);
    } catch (error) {
      // For the developer of the page.
      console.error(words.refused({ origin: location.origin }));
      conversation.showInstead(failureView(error as Error, () => void load()));
    }
  };
  let isShown = false;
  const loadOnce = async (): Promise<void> => {
    if (!isShown && about) show(about);
    else if (!about) await load();
    isShown = about !== undefined;
    conversation.refresh();
  };
  restartButton.addEventListener('click', conversation.restart);
  if (!opener) {
    // Keeps typing away from the page's own shortcuts.
    panel.addEventListener('keydown', (event) => event.stopPropagation());
    void loadOnce();
    return;
  }

  const setOpen = async (isOpen: boolean): Promise<void> => {
    panel.hidden = !isOpen;
    opener.setOpen(isOpen);
    root.classList.toggle('is-open', isOpen);
    memory.write({ ...memory.read(), isOpen });
    if (isOpen) await loadOnce();
  };
  opener.onOpen(async (question) => {
    const opened = setOpen(true);
    closeButton.focus();
    await opened;
    conversation.focus();
    if (question !== undefined && isShown) conversation.ask(question);
  });
  const close = (): void => {
    void setOpen(false);
    opener.focus();
  };
  closeButton.addEventListener('click', close);
  keepFocus(panel, close);
  // Reopens it if it was open on the previous page, without moving the focus.
  if (memory.read().isOpen) void setOpen(true);
}

/** What opens the chat, with a question if it has a field. */
type Opener = {
  view: HTMLElement;
  setOpen: (isOpen: boolean) => void;
  onOpen: (open: (question?: string) => Promise<void>) => void;
  focus: () => void;
};

function createLauncher(): Opener {
  const launcher = roundButton('launcher', words.open, ICONS.chat);
  launcher.setAttribute('aria-haspopup', 'dialog');
  return {
    view: launcher,
    setOpen: (isOpen) => {
      launcher.hidden = isOpen;
    },
    onOpen: (open) => launcher.addEventListener('click', () => void open()),
    focus: () => launcher.focus(),
  };
}

const MESSAGE_CHARACTERS = 4_000;

function createSearch(): Opener {
  const field = element('input', {
    type: 'search',
    'aria-label': words.message,
    placeholder: words.placeholder,
    maxlength: String(MESSAGE_CHARACTERS),
    dir: 'auto',
  });
  const bar = element(
    'form',
    { class: 'bar', role: 'search' },
    field,
    element('button', { type: 'submit', class: 'primary' }, words.send),
  );
  bar.addEventListener('keydown', (event) => event.stopPropagation());
  return {
    view: bar,
    setOpen: () => {},
    onOpen: (open) =>
      bar.addEventListener('submit', (event) => {
        event.preventDefault();
        const question = field.value.trim();
        field.value = '';
        void open(question === '' ? undefined : question);
      }),
    focus: () => field.focus(),
  };
}

const roundButton = (className: string, label: string, path: string): HTMLButtonElement =>
  element('button', { type: 'button', class: className, 'aria-label': label, title: label }, icon(path));
