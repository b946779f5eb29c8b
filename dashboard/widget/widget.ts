import { type Chat, createChat } from './chat.ts';
import { lookOf } from './look.ts';
import { PREVIEW } from './memory.ts';
import { type About, createService, previewService } from './service.ts';
import { loadWords } from './words.ts';

const NAME = 'footnote-chat';

/** A slow service must not keep the chat from the page. */
const LONGEST_WAIT_MS = 4_000;

/** The chat of an agent, in a shadow tree that the page's styles do not reach. `chat` is set before it is added to a page; an element
 *  with the attribute `preview`, the settings as JSON, asks no service. */
class FootnoteChat extends HTMLElement {
  chat: Chat | undefined;

  connectedCallback(): void {
    if (this.shadowRoot) return;
    const preview = this.getAttribute('preview');
    if (preview !== null) void this.#preview(JSON.parse(preview) as About);
    else if (this.chat) createChat(this, this.chat);
  }

  async #preview(about: About): Promise<void> {
    const look = lookOf(about);
    await loadWords(location.origin, languagesOf(look.language));
    if (!this.shadowRoot) createChat(this, { service: previewService(about), token: PREVIEW, about, look });
  }
}

/** The wanted languages, best first. */
const languagesOf = (wanted: string | undefined): string[] => [
  wanted ?? document.documentElement.lang,
  ...navigator.languages,
];

/** Adds the chat to the page: where its line of HTML says, in place of the line if it is a part of the page, or over the page. */
async function start(script: HTMLScriptElement, token: string): Promise<void> {
  const { origin } = new URL(script.src);
  const service = createService(origin, token);
  // Without an answer the chat looks as by default, and says why once it is opened.
  const about = await service.about(AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => undefined);
  const look = lookOf(about, script.dataset);
  await loadWords(origin, languagesOf(look.language));
  const element = document.createElement(NAME) as FootnoteChat;
  element.chat = { service, token, about, look };
  // An async script may run before the body exists.
  if (!document.body)
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const wanted = script.dataset['target'];
  const target = wanted ? document.querySelector(wanted) : null;
  if (target) target.append(element);
  else if (look.mode !== 'bubble' && document.body.contains(script)) script.after(element);
  else document.body.append(element);
}

const script = document.currentScript as HTMLScriptElement | null;
if (script && !customElements.get(NAME)) {
  customElements.define(NAME, FootnoteChat);
  const { token } = script.dataset;
  // The dashboard loads the widget without a token, for previews.
  if (token !== undefined) void start(script, token);
}
