import { describe, expect, it } from 'vitest';
import { asksForPerson } from './asks-for-person.ts';

describe('a message that asks for a person', () => {
  it.each([
    ['Can I talk to a human?', 'en'],
    ['I’d like to speak with someone, please', 'en'],
    ['Hi, can you connect me to a real person please?', 'en'],
    ['Can I please talk to a human', 'en'],
    ['human please!', 'en'],
    ['I want to talk to your team now', 'en'],
    ['This is useless, give me a human', 'en'],
    ['i want to speak with a real person about billing', 'en'],
    ['can someone call me', 'en'],
    ['Das hilft nicht. Ich möchte mit einem Menschen sprechen!', 'de'],
    ['Ich möchte mit einem Menschen sprechen', 'de'],
    ['Hallo, kann ich bitte mit einem Mitarbeiter reden?', 'de'],
    ['Kann ich mit einem Mitarbeiter reden?', 'de'],
    ['Je voudrais parler à quelqu’un, s’il vous plaît', 'fr'],
    ['Quiero hablar con una persona', 'es'],
    ['Vorrei parlare con un operatore', 'it'],
    ['Quero falar com um atendente', 'pt'],
    ['Kan ik met een medewerker praten?', 'nl'],
    ['Chcę porozmawiać z człowiekiem', 'pl'],
    ['Позовите оператора, пожалуйста', 'ru'],
    ['我想和真人客服说话', 'zh'],
    ['请转人工', 'zh'],
    ['人間と話したいです。', 'ja'],
    ['상담원과 이야기하고 싶어요', 'ko'],
  ])('"%s" is one in %s', (message, language) => {
    expect(asksForPerson(message)).toBe(language);
  });

  it.each([
    '',
    'please',
    'person',
    'Can a person enter with a dog?',
    'I need support',
    'I need an agent',
    'How do I contact support?',
    'Can I talk to a human about the colour of the pier, or is it secret?',
    'What does a human agent cost?',
    'Kann ein Mensch fliegen?',
    'What does it cost, can I talk to a human?',
    'Wie viele Mitarbeiter hat die Firma?',
    '客服几点下班？',
    `Can I talk to a human? ${'x'.repeat(100)}`,
  ])('"%s" is none', (message) => {
    expect(asksForPerson(message)).toBeUndefined();
  });
});
