import type { ReactNode } from 'react';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.auditLog;

/** Stand for the parts of a sentence that are more than text. Both are for private use: no name has them. */
const WHO = '\uE000';
const WHAT = '\uE001';

type Say = (values: { who: string; what: string }) => string;

const keyOf = (action: string): string => action.replace('.', '_');

/** An action in words, for filters. One that this page doesn't know stays as it is. */
export const labelOf = (action: string): string =>
  (words.labels as Record<string, string>)[keyOf(action)] ?? action;

const sentenceOf = (action: string): string => {
  const known = (words.sentences as unknown as Record<string, string | Say>)[keyOf(action)];
  if (typeof known === 'string') return known;
  return known?.({ who: WHO, what: WHAT }) ?? `${WHO}: ${action}`;
};

/** What people wrote doesn't turn the words around it. */
const Part = ({ part, who, what }: { part: string; who: ReactNode; what: ReactNode }) => {
  if (part === WHO) return <bdi>{who}</bdi>;
  return part === WHAT ? <bdi>{what}</bdi> : part;
};

/** "Ada created key Website search", in the order of the language. */
export const Sentence = ({ action, who, what }: { action: string; who: ReactNode; what: ReactNode }) =>
  sentenceOf(action)
    .split(/([\uE000\uE001])/)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <Part key={at} part={part} who={who} what={what} />
    ));

/** The same as text. */
export const sentenceAsText = (action: string, who: string, what: string): string =>
  sentenceOf(action)
    .replace(WHO, () => who)
    .replace(WHAT, () => what)
    .replace(/[\u2068\u2069]/g, '');
