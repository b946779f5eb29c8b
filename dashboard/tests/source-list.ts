import type { Page } from 'playwright-core';

/** What tests look at in the list of sources. */

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** On a narrow screen the state stands elsewhere than on a wide one. */
export const shows = (page: Page, name: string, text: string) =>
  rowOf(page, name).getByText(text).filter({ visible: true }).waitFor();

/** A file as a person chooses it. */
export const fileOf = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
