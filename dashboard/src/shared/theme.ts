import { store } from './stored-flag.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const STORED_THEME = 'footnote-theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export const readTheme = (): Theme => {
  const stored = localStorage.getItem(STORED_THEME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

export function chooseTheme(theme: Theme): void {
  store(STORED_THEME, theme);
  applyTheme();
}

/** Applies the chosen theme, or the system's. */
export function applyTheme(): void {
  const theme = readTheme();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

systemIsDark.addEventListener('change', applyTheme);
