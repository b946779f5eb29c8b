/** The brightness of a colour, 0 to 255. */
export const luma = (red: number, green: number, blue: number): number =>
  (red * 77 + green * 150 + blue * 29) >> 8;

/** What a shade looks like on white paper. alpha: 0 for transparent, to 255. */
export const onWhite = (shade: number, alpha: number): number => 255 - ((255 - shade) * alpha) / 255;
