import { describe, expect, it } from 'vitest';
import { detectLanguage, detectLanguageOfQuery } from './language.ts';

describe('detectLanguage', () => {
  it.each([
    ['en', 'The report is not what they had expected, but it was read by all of them.'],
    ['de', 'Der Bericht ist nicht das, was sie erwartet hatten, aber er wurde gelesen.'],
    ['fr', 'Le rapport n’est pas ce qu’ils attendaient, mais il a été lu par tous.'],
    ['es', 'El informe no es lo que esperaban, pero fue leído por todos ellos.'],
    ['pt', 'O relatório não é o que eles esperavam, mas foi lido por todos.'],
    ['it', 'Il rapporto non è quello che si aspettavano, ma è stato letto da tutti.'],
    ['nl', 'Het rapport is niet wat ze hadden verwacht, maar het werd door hen gelezen.'],
    ['ru', 'Отчёт не был тем, что они ожидали, но его прочитали все.'],
    ['uk', 'Звіт не був тим, що вони очікували, але його прочитали всі.'],
    ['tr', 'Bu rapor bekledikleri gibi değil, ama herkes tarafından okundu.'],
    ['ar', 'هذا التقرير ليس ما كان ينتظر الناس من الشركة'],
    ['fa', 'این گزارش آن چیزی نیست که برای ما گفته شد'],
    ['zh', '这份报告不是他们所期待的。'],
    ['ja', 'この報告書は期待されたものではない。'],
    ['ko', '이 보고서는 기대한 것이 아니다.'],
    ['th', 'รายงานนี้ไม่ใช่สิ่งที่คาดหวัง'],
    ['el', 'Η έκθεση δεν ήταν αυτό που περίμεναν.'],
    ['hi', 'यह रिपोर्ट वह नहीं है'],
  ])('knows %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(['', '42', 'Ber or Bei', 'Kubernetes 1.29', '\ud800\0'])('is unsure of %j', (text) => {
    expect(detectLanguage(text)).toBe('und');
  });
});

describe('detectLanguageOfQuery', () => {
  it.each([
    ['en', 'What does a ticket cost?'],
    ['de', 'Was kostet der Eintritt?'],
    ['fr', 'Combien coûte un billet ?'],
    ['it', 'Quanto costa il biglietto?'],
    ['ja', '入場料はいくらですか'],
  ])('knows %s by a short question', (language, query) => {
    expect(detectLanguageOfQuery(query)).toBe(language);
  });

  it.each(['', 'Los Angeles hotel', 'die casting', 'uv pip compile', '--no-sources'])(
    'is unsure of %j',
    (query) => {
      expect(detectLanguageOfQuery(query)).toBe('und');
    },
  );
});
