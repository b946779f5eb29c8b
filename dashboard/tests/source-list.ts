import type { Page } from 'playwright-core';

/** Locators in the list of sources. */

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The status has another place on narrow screens. */
export const shows = (page: Page, name: string, text: string) =>
  rowOf(page, name).getByText(text).filter({ visible: true }).waitFor();

/** A file to choose. */
export const fileOf = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
