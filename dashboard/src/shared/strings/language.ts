import { chooseOf, directionOf, LANGUAGES, type Language, localeOf } from './languages.ts';

const STORED_AS = 'footnote-language';

const readChosen = (): string[] => {
  const stored = localStorage.getItem(STORED_AS);
  return stored !== null && stored in LANGUAGES ? [stored] : [];
};

/** The language that was chosen in this browser, else the browser's first that there is, else English. */
export const language: Language = chooseOf([...readChosen(), ...navigator.languages]);

/** For `Intl`. */
export const locale = localeOf(language, navigator.languages);

export const direction = directionOf(language);

document.documentElement.lang = language;
document.documentElement.dir = direction;

/** Reloads the page: what it shows was made of the words of one language. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}
