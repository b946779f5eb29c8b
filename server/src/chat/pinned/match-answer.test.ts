import { describe, expect, it } from 'vitest';
import type { AnswerId } from '#lib/ids.ts';
import { matchAnswer, readWording } from './match-answer.ts';

/** Matches a question with wordings of answers, each with its cosine. */
function match(question: string, ...known: [AnswerId, string, number][]): AnswerId | undefined {
  const wordings = known.map(([id, text]) => readWording(id, text));
  const cosines = new Map(known.map(([, text, cosine]) => [text, cosine]));
  return matchAnswer(readWording('ans_asked', question), wordings, {
    question: Float32Array.of(1, 0),
    of: ({ text }) => Float32Array.of(cosines.get(text) ?? 0, 0),
  });
}

const PASSWORD = 'How do I reset my password?';

describe('a question in the language of a pinned answer', () => {
  it('matches the same words in their order, if the meaning is very near', () => {
    expect(match('How can I reset the password?', ['ans_1', PASSWORD, 0.99])).toBe('ans_1');
    expect(match('Why should I reset the password?', ['ans_1', PASSWORD, 0.96])).toBeUndefined();
  });

  it('does not match other words or another order, however near the meaning is', () => {
    expect(match('How old is the pier?', ['ans_1', 'How long is the pier?', 0.99])).toBeUndefined();
    const asked = 'How do I migrate from uv to pip?';
    expect(match(asked, ['ans_1', 'How do I migrate from pip to uv?', 0.999])).toBeUndefined();
  });
});

describe('a question that differs in a small word', () => {
  it.each([
    ['How many days before the arrival can I cancel?', 'How many days after the arrival can I cancel?'],
    ['How do I get from the island to the harbour?', 'How do I get to the island from the harbour?'],
    ['What do children under 18 pay?', 'What do children over 18 pay?'],
    ['Is parking free?', 'Is parking not free?'],
    ['Wie komme ich mit dem Hund hinein?', 'Wie komme ich ohne den Hund hinein?'],
  ])('%s does not match %s', (asked, pinned) => {
    expect(match(asked, ['ans_1', pinned, 0.998])).toBeUndefined();
    expect(match(asked, ['ans_1', asked, 0.999])).toBe('ans_1');
  });
});

describe('a question in another language', () => {
  const GERMAN = 'Wie setze ich mein Passwort zurück?';

  it('matches the nearest meaning', () => {
    expect(match(GERMAN, ['ans_1', PASSWORD, 0.9], ['ans_2', 'How do I change my name?', 0.8])).toBe('ans_1');
    expect(match(GERMAN, ['ans_1', PASSWORD, 0.86])).toBeUndefined();
  });

  it('does not match when another answer is nearly as near', () => {
    const rival: [AnswerId, string, number] = ['ans_2', 'How do I change my password?', 0.88];
    expect(match(GERMAN, ['ans_1', PASSWORD, 0.9], rival)).toBeUndefined();
    expect(match(GERMAN, ['ans_1', PASSWORD, 0.9], ['ans_1', rival[1], 0.88])).toBe('ans_1');
  });

  it('does not match other numbers or names', () => {
    const asked = 'Wie lange dauert die Lieferung von Modell 200 nach Hause?';
    expect(match(asked, ['ans_1', 'How long does the delivery of model 300 take?', 0.95])).toBeUndefined();
    const named = 'Wie kann ich das Programm heute noch installieren?';
    expect(match(named, ['ans_1', 'How can I install the program of Fastify today?', 0.95])).toBeUndefined();
  });
});
