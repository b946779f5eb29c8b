import { expect, it } from 'vitest';
import type { Message } from './message.ts';
import { threadsOf } from './threads.ts';

const message = (uid: number, messageId: string, references: string[] = []): Message => ({
  folder: 'INBOX',
  validity: '1',
  uid,
  size: 100,
  time: uid,
  messageId,
  references,
  subject: '',
  people: [],
});
const idsOf = (messages: Message[]): string[][] =>
  [...threadsOf(messages).values()].map((thread) => thread.messages.map(({ messageId = '' }) => messageId));

const threads = [message(1, 'a'), message(2, 'b', ['a']), message(3, 'x'), message(4, 'y', ['x'])];

it('a mail that claims to answer several threads leaves them apart', () => {
  const hostile = message(9, 'z', ['a', 'b', 'x', 'y']);
  expect(idsOf([...threads, hostile])).toEqual([
    ['a', 'b'],
    ['x', 'y', 'z'],
  ]);
  expect([...threadsOf([...threads, hostile]).keys()]).toEqual([...threadsOf(threads).keys()]);
});

it('answers stay together if a message between them is missing', () => {
  expect(idsOf([message(1, 'a'), message(3, 'c', ['a', 'b']), message(4, 'd', ['a', 'b', 'c'])])).toEqual([
    ['a', 'c', 'd'],
  ]);
  expect(idsOf([message(3, 'c', ['a', 'b']), message(4, 'd', ['a', 'e'])])).toEqual([['c', 'd']]);
});
