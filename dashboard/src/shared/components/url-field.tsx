import type { ComponentProps } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { text } from '#shared/strings/text.ts';
import { TextField } from './field.tsx';

/** The address of a page or a service, as people write it; `withScheme` makes it whole. */
export const UrlField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    {...field}
    placeholder={text.common.urlPlaceholder}
    required
    inputMode="url"
    maxLength={LIMITS.urlCharacters}
  />
);

/** With https:// where no scheme was typed. What stands before the number of a port is none. */
export const withScheme = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;

/** An address as people say it, for the name of a source. */
export function nameOfUrl(address: string): string {
  if (!URL.canParse(address)) return address.slice(0, LIMITS.nameCharacters);
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, LIMITS.nameCharacters);
}
