import { describe, expect, it } from 'vitest';
import { unitVector } from '#models/unit-vector.ts';
import { joinByMeaning } from './join-by-meaning.ts';

const ENGLISH = 'What does the ferry cost for children?';
const GERMAN = 'Was kostet die Fähre für Kinder?';
const SPANISH = '¿Cuánto cuesta el ferry para los niños?';

/** The groups of questions with these vectors, as texts. */
const join = async (questions: readonly (readonly [question: string, vector?: readonly number[]])[]) => {
  const read = questions.map(([question, numbers]) => ({ question, vector: numbers && unitVector(numbers) }));
  return (await joinByMeaning(read)).map((indexes) => indexes.map((index) => questions[index]?.[0]));
};

describe('joinByMeaning', () => {
  it('joins questions in several languages that are near each other', async () => {
    const groups = await join([
      [ENGLISH, [1, 0.1]],
      [GERMAN, [1, 0.2]],
      ['Wann fährt die letzte Fähre?', [0.1, 1]],
      [SPANISH, [1, 0.3]],
    ]);
    expect(groups.map((group) => group.toSorted())).toEqual([
      [GERMAN, ENGLISH, SPANISH].toSorted(),
      ['Wann fährt die letzte Fähre?'],
    ]);
  });

  it('does not join what is too far', async () => {
    expect(
      await join([
        [ENGLISH, [1, 0]],
        [GERMAN, [0.77, Math.sqrt(1 - 0.77 ** 2)]],
      ]),
    ).toHaveLength(2);
  });

  it('does not choose between two that are equally near', async () => {
    const groups = await join([
      [ENGLISH, [1, 0]],
      [GERMAN, [1, 0.1]],
      ['Was kostet die Fähre für Hunde?', [1, -0.1]],
    ]);
    expect(groups).toHaveLength(3);
  });

  it('never joins two questions of one language by a third', async () => {
    const groups = await join([
      [ENGLISH, [1, 0]],
      ['How much is the ferry for a child?', [1, 0.5]],
      [GERMAN, [1, 0.02]],
      [SPANISH, [1, 0.48]],
    ]);
    for (const group of groups)
      expect(group).not.toEqual(expect.arrayContaining([ENGLISH, 'How much is the ferry for a child?']));
    expect(groups).toHaveLength(2);
  });

  it('joins questions of one language that differ in words of one meaning', async () => {
    const groups = await join([
      ['How much does a ticket to the island cost?', [1, 0.1]],
      ['What is the price of a ticket to the island?', [1, 0.2]],
      ['I want to know the price of a ticket to the island', [1, 0.3]],
      ['Was ist der Preis einer Fahrkarte?', [0.1, 1]],
      ['Wie teuer ist eine Fahrkarte?', [0.2, 1]],
    ]);
    expect(groups.map((group) => group.length)).toEqual([3, 2]);
  });

  it.each([
    ['How long is the pier?', 'How old is the pier?'],
    [ENGLISH, 'What does the ferry cost for adults?'],
    [ENGLISH, 'What does the ferry cost?'],
    ['Do you ship parcels to Norway?', 'Do you ship parcels to Sweden?'],
    ['How do I install the app?', 'How do I uninstall the app?'],
    ['When does the museum open?', 'When does the museum close?'],
    ['What does the ticket 12 cost?', 'What is the price of ticket 13?'],
  ])('does not join "%s" and "%s", however near they are', async (question, other) => {
    expect(
      await join([
        [question, [1, 0]],
        [other, [1, 0]],
      ]),
    ).toHaveLength(2);
  });

  it('joins "How long is the pier?" and its length', async () => {
    const near = ['How long is the pier?', 'What is the length of the pier?'] as const;
    expect(await join(near.map((question) => [question, [1, 0]]))).toHaveLength(1);
    expect(
      await join([
        [near[0], [1, 0]],
        [near[1], [0.8, 0.6]],
      ]),
    ).toHaveLength(2);
  });

  it('does not join questions with different numbers', async () => {
    const groups = await join([
      ['What does the error 404 mean for the visitors?', [1, 0]],
      ['Was bedeutet der Fehler 403 für die Besucher?', [1, 0]],
    ]);
    expect(groups).toHaveLength(2);
  });

  it('leaves alone what was not read, and what is in no language it knows', async () => {
    const groups = await join([[ENGLISH, [1]], [GERMAN], ['???', [1]]]);
    expect(groups).toEqual([[ENGLISH], [GERMAN], ['???']]);
  });
});
