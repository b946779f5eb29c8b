import { describe, expect, it } from 'vitest';
import { fallbackReply } from './fallback-reply.ts';

describe('a question without an answer', () => {
  it('gets the fallback message of the agent', () => {
    expect(fallbackReply('Call us.', 'Wann habt ihr geöffnet und wo?', []).text).toBe('Call us.');
  });

  it.each([
    ['What is the opening time of the shop?', /^I don't know/],
    ['Wann wird der Laden geöffnet und wo ist er?', /^Das weiß ich nicht/],
    ['Quelle est la capitale de la France ?', /^Je ne sais pas/],
    ['¿Cuál es la capital de los Países Bajos?', /^No lo sé/],
    ['Какая столица у Франции?', /^Я не знаю/],
    ['法国的首都是哪里？', /^我不知道/],
    ['フランスの首都はどこですか？', /^わかりません/],
    ['42?', /^I don't know/],
  ])('gets the fallback in the language of "%s"', (question, expected) => {
    expect(fallbackReply(null, question, []).text).toMatch(expected);
  });

  it('gets no sources, and a confidence below 0.5', () => {
    const { sources, citations, confidence } = fallbackReply(null, 'Why?', []);
    expect({ sources, citations }).toEqual({ sources: [], citations: [] });
    expect(confidence).toBeLessThan(0.5);
  });
});
