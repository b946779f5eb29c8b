/** What the line of HTML asks for; anything else follows the page. */
type Theme = 'light' | 'dark';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Keeps the theme of the chat as asked, or that of the page, which may change at any time. */
export function followTheme(root: HTMLElement, asked: string | null): void {
  const apply = (): void => {
    root.dataset['theme'] = asked === 'light' || asked === 'dark' ? asked : themeOfPage();
  };
  apply();
  systemIsDark.addEventListener('change', apply);
  const observer = new MutationObserver(apply);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] });
}

/** A page is dark if its ground is; one without a colour of its own follows the schemes that it names. */
function themeOfPage(): Theme {
  for (const element of [document.body, document.documentElement]) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (
      getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number);
    // Perceived brightness, of 255.
    if (alpha > 0.5) return 0.3 * red + 0.59 * green + 0.11 * blue < 128 ? 'dark' : 'light';
  }
  const schemes = getComputedStyle(document.documentElement).colorScheme;
  return schemes.includes('dark') && (systemIsDark.matches || !schemes.includes('light')) ? 'dark' : 'light';
}
