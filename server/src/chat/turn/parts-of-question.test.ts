import { describe, expect, it } from 'vitest';
import { partsOfQuestion } from './parts-of-question.ts';

describe('a message that asks several things', () => {
  it.each([
    [
      'What does the harbour tour cost, and when does the museum open?',
      ['What does the harbour tour cost?', 'when does the museum open?'],
    ],
    [
      'How do I reset my password? Where can I download the invoices?',
      ['How do I reset my password?', 'Where can I download the invoices?'],
    ],
    [
      'Was kostet die Hafenrundfahrt und wann öffnet das Museum am Sonntag?',
      ['Was kostet die Hafenrundfahrt?', 'wann öffnet das Museum am Sonntag?'],
    ],
    [
      'Combien coûte la visite du port et où se trouve le musée ?',
      ['Combien coûte la visite du port?', 'où se trouve le musée ?'],
    ],
    [
      '¿Cuánto cuesta la visita del puerto y dónde puedo comprar entradas para el museo?',
      ['¿Cuánto cuesta la visita del puerto?', 'dónde puedo comprar entradas para el museo?'],
    ],
    ['港口游览多少钱？博物馆什么时候开门？', ['港口游览多少钱？', '博物馆什么时候开门？']],
  ])('has the parts of: %s', (message, parts) => {
    expect(partsOfQuestion(message)).toEqual(parts);
  });

  it('has parts that are understood without one another', () => {
    expect(partsOfQuestion('What does the harbour tour cost, and when does it begin?')).toEqual([
      'What does the harbour tour cost?',
      expect.stringMatching(/^when does it begin\?.* harbour tour/),
    ]);
    expect(partsOfQuestion('I lost my badge. Who replaces it? What does a new badge cost?')[0]).toContain(
      'badge',
    );
  });

  it.each([
    'How and when is the museum open?',
    'What is the difference between the red and the blue ferry?',
    'Who wrote and who directed the film?',
    'Where can I park, and is it free?',
    'Really? Why?',
    'What? When? Where? Who?',
    'Tell me about the museum and how it was built.',
    `${'Is the pier long? '.repeat(80)}`,
    '',
  ])('is one question: %s', (message) => {
    expect(partsOfQuestion(message)).toEqual([]);
  });
});
