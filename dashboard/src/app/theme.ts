export type Theme = 'system' | 'light' | 'dark';

const STORED_AS = 'footnote-theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export const readTheme = (): Theme => {
  const stored = localStorage.getItem(STORED_AS);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, theme);
  applyTheme();
}

/** Applies the chosen theme, or the system's. */
export function applyTheme(): void {
  const theme = readTheme();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

systemIsDark.addEventListener('change', applyTheme);
