import { describe, expect, it } from 'vitest';
import { answerSmallTalk, replyToAcknowledgement } from './small-talk.ts';

describe('small talk', () => {
  it.each([
    ['hi', 'Hello! What would you like to know?'],
    ['Hello there!', 'Hello! What would you like to know?'],
    ['Thanks 👍', "You're welcome!"],
    ['ok great, thank you so much', "You're welcome!"],
    ['Thank you, bye!', 'Goodbye!'],
    ['thx that helped', "You're welcome!"],
    ['thank you, that solved it', "You're welcome!"],
    ['Danke schön!', 'Gern geschehen!'],
    ['merci', 'Je vous en prie !'],
    ['¡Hola!', '¡Hola! ¿Qué le gustaría saber?'],
    ['ciao', 'Buongiorno! Che cosa vorrebbe sapere?'],
    ['obrigada', 'De nada!'],
    ['tot ziens', 'Tot ziens!'],
    ['Dziękuję!', 'Nie ma za co!'],
    ['Спасибо большое!', 'Пожалуйста!'],
    ['谢谢！', '不客气！'],
    ['ありがとうございます。', 'どういたしまして。'],
    ['안녕하세요', '안녕하세요! 무엇이 궁금하신가요?'],
  ])('"%s" is answered in its language', (message, answer) => {
    expect(answerSmallTalk(message)).toBe(answer);
  });

  it.each([
    '',
    'great',
    'Hi, what is the price?',
    'thanks, and the warranty?',
    'What is hello world?',
    'this',
    '你好世界',
  ])('"%s" is not small talk', (message) => {
    expect(answerSmallTalk(message)).toBeUndefined();
  });
});

describe('a message that only acknowledges', () => {
  it.each([
    ['ok', 'What would you like to know?'],
    ['Yes.', 'What would you like to know?'],
    ['Alles klar!', 'Was möchten Sie wissen?'],
    ['D’accord', 'Que souhaitez-vous savoir ?'],
  ])('"%s" is asked what it wants to know', (message, reply) => {
    expect(replyToAcknowledgement(message)).toMatchObject({ kind: 'small_talk', text: reply });
  });

  it.each(['', 'ok but how', 'yes or no', 'great pier'])('"%s" is a question', (message) => {
    expect(replyToAcknowledgement(message)).toBeUndefined();
  });
});
