import { mix, standingOut, textOn } from '#shared/contrast.ts';

/** What is asked for; anything else follows the page. */
type Theme = 'light' | 'dark';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** The grounds and inks of the themes, as in styles.ts. */
const PANEL: Record<Theme, string> = { light: '#ffffff', dark: '#1c2025' };
const INK: Record<Theme, string> = { light: '#1f2328', dark: '#e6e8eb' };

/** Keeps the theme of the chat as asked, or that of the page, which may change at any time. color: of buttons and links. */
export function followTheme(root: HTMLElement, asked: string | null, color: string | null): void {
  const apply = (): void => {
    const theme = asked === 'light' || asked === 'dark' ? asked : themeOfPage();
    root.dataset['theme'] = theme;
    if (color) paint(root, color, theme);
  };
  apply();
  systemIsDark.addEventListener('change', apply);
  const observer = new MutationObserver(apply);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] });
}

/** Shades of one colour that can be read, whatever colour it is. */
function paint(root: HTMLElement, color: string, theme: Theme): void {
  const [ground, towards] = [PANEL[theme], INK[theme]];
  const accent = standingOut(color, { ground, towards, least: 3 });
  const accentGround = mix(ground, accent, 0.12);
  const shades = {
    accent,
    'on-accent': textOn(accent),
    'accent-ink': standingOut(accent, { ground: accentGround, towards, least: 4.5 }),
    'accent-ground': accentGround,
  };
  for (const [name, shade] of Object.entries(shades)) root.style.setProperty(`--${name}`, shade);
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
