import type { Locator, Page } from 'playwright-core';

/** Chooses an option of a filter, which is a chip such as "Status" or "Period: Last 30 days". */
export async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}($|:)`) }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Adds a filter to a list, as a chip. */
export async function addFilter(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Chooses an option of a select in a form. */
export async function chooseOption(form: Page | Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click();
  const page = 'page' in form ? form.page() : form;
  await page.getByRole('option', { name: option, exact: true }).click();
}
