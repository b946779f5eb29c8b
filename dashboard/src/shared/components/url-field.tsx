import type { ComponentProps } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { text } from '#shared/strings/text.ts';
import { TextField } from './field.tsx';

/** A URL as people type it; `withScheme` completes it. */
export const UrlField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    {...field}
    placeholder={text.common.urlPlaceholder}
    required
    inputMode="url"
    maxLength={LIMITS.urlCharacters}
  />
);

/** Adds https:// if no scheme was typed. `host:8080` has none. */
export const withScheme = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;

/** A short form of a URL, for the name of a source. */
export function nameOfUrl(address: string): string {
  if (!URL.canParse(address)) return address.slice(0, LIMITS.nameCharacters);
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, LIMITS.nameCharacters);
}
