import { catalog as english } from 'virtual:catalog/widget/en';
import { chooseOf, directionOf, type Language, localeOf } from '#shared/strings/languages.ts';
import type { WidgetText } from '#shared/strings/messages.generated.ts';
import { type Catalog, textOf } from '#shared/strings/text-of.ts';

/** A slow service must not keep the button from the page. */
const LONGEST_WAIT_MS = 5_000;

/** Every word of the widget. English until `loadWords` has resolved. */
export let words = textOf<WidgetText>(english, 'en', 'en');

/** Of the words that are loaded, for attributes. */
export let language: Language = 'en';

export const direction = (): 'ltr' | 'rtl' => directionOf(language);

/** Loads the words in the first of these languages that there is. English stays if they can't be loaded. `tags`: BCP 47. */
export async function loadWords(serviceUrl: string, tags: readonly string[]): Promise<void> {
  const chosen = chooseOf(tags);
  if (chosen === 'en') return;
  try {
    const response = await fetch(`${serviceUrl}/widget/${chosen}.json`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    });
    if (!response.ok) return;
    const catalog: Catalog = await response.json();
    // Of the two files one may be a little older, in the browser's cache: then English says what is missing.
    words = textOf<WidgetText>({ ...english, ...catalog }, chosen, localeOf(chosen, tags));
    language = chosen;
  } catch {
    // Offline, or refused by the page's policy.
  }
}
