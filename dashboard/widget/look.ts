import type { WidgetAppearance } from '#server/records/widget-appearance.ts';
import type { About } from './service.ts';
import { language } from './words.ts';

/** How the chat looks: as its agent says, and as the line of HTML says otherwise. */
export type Look = {
  mode: WidgetAppearance['mode'];
  position: WidgetAppearance['position'];
  theme: string | null;
  color: string | null;
  /** BCP 47; undefined follows the page. */
  language: string | undefined;
};

const oneOf = <Value extends string>(
  asked: string | undefined,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === asked);

export const lookOf = (about: About | undefined, asked: DOMStringMap = {}): Look => {
  const {
    color = null,
    mode = 'bubble',
    position = 'end',
    theme = 'page',
    language: fixed,
  } = about?.appearance ?? {};
  const askedColor = asked['color'] ?? '';
  return {
    mode: oneOf(asked['mode'], ['bubble', 'inline', 'search']) ?? mode,
    position: oneOf(asked['position'], ['end', 'start']) ?? position,
    theme: asked['theme'] ?? theme,
    color: /^#[\da-f]{6}$/i.test(askedColor) ? askedColor : color,
    language: asked['lang'] ?? fixed ?? undefined,
  };
};

/** What an empty chat says, in the language of the widget, and the questions that it offers. */
export const textsOf = ({
  appearance,
  welcome_message = '',
}: About): { greeting: string; starters: readonly string[] } => {
  const translated = appearance?.translations[language];
  const starters = translated?.starter_questions ?? [];
  return {
    greeting: translated?.greeting ?? appearance?.greeting ?? welcome_message,
    starters: starters.length > 0 ? starters : (appearance?.starter_questions ?? []),
  };
};
