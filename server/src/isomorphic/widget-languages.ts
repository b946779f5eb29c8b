/** The languages that the widget speaks, as dashboard/locales has them. */
export const WIDGET_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar'] as const;
