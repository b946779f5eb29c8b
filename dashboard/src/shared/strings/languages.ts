/** The languages of the dashboard and the chat widget, each by its own name. `dashboard/locales` has a folder for each. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ar: 'العربية',
} as const;

export type Language = keyof typeof LANGUAGES;

const ALL = Object.keys(LANGUAGES) as Language[];

/** Language and script, such as `zh-Hans`: people of one region read what was written for another, but not another script. */
function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    // Not a language tag, such as an empty `lang` attribute.
    return undefined;
  }
}

const languageOf = (tag: string): Language | undefined => {
  const script = scriptOf(tag);
  return script === undefined ? undefined : ALL.find((language) => scriptOf(language) === script);
};

/** The first of the wished languages that there is, else English. `tags`: BCP 47, the most wished first. */
export function chooseOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageOf(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** For dates and numbers: the language in the person's own region, such as `en-GB`, if they told one. Digits are always Latin,
 *  as in the code, sizes and identifiers around them. */
export const localeOf = (language: Language, tags: readonly string[]): string =>
  new Intl.Locale(tags.find((tag) => languageOf(tag) === language) ?? language, {
    numberingSystem: 'latn',
  }).toString();

/** Written from right to left. */
const RTL: ReadonlySet<string> = new Set(['ar']);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (RTL.has(language) ? 'rtl' : 'ltr');
