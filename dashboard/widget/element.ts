type Child = Node | string | undefined;

/** An element with attributes and children; undefined attributes are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A line icon on a grid of 24. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true' }))
    svg.setAttribute(key, value);
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const ICONS = {
  chat: 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5Z',
  close: 'M6 6l12 12M18 6 6 18',
  restart: 'M4 12a8 8 0 1 0 3-6.2M4 4v5h5',
  up: 'M7 10v11H4V10h3Zm0 0 4-8a3 3 0 0 1 3 3v4h5a2 2 0 0 1 2 2.3l-1.3 8a2 2 0 0 1-2 1.7H7',
  down: 'M17 14V3h3v11h-3Zm0 0-4 8a3 3 0 0 1-3-3v-4H5a2 2 0 0 1-2-2.3l1.3-8a2 2 0 0 1 2-1.7H17',
};
