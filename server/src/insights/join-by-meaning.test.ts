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

  it('never joins two questions of one language, not even by a third', async () => {
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
