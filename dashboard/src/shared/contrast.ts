/** Colours as `#rrggbb`, and how well text in one can be read on another (WCAG 2). */

type Rgb = readonly [number, number, number];

const rgbOf = (color: string): Rgb => {
  const at = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
};

const luminance = (color: string): number => {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** From 1, the same brightness, to 21. Texts need 4.5, other parts 3. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** share: of the other colour, from 0 to 1. */
export const mix = (one: string, other: string, share: number): string => {
  const [from, to] = [rgbOf(one), rgbOf(other)];
  const parts = from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};

/** White, or almost black: whichever can be read better on a colour. One of them always has more than 4.5. */
export const textOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, '#0e1419') ? '#ffffff' : '#0e1419';

/** The colour, moved towards another just far enough to stand out from its ground. */
export function standingOut(
  color: string,
  { ground, towards, least }: Record<'ground' | 'towards', string> & { least: number },
): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return towards;
}
