import { describe, expect, it } from 'vitest';
import type { MessageRow } from '#storage/tables.ts';
import { standaloneQuestion } from './standalone-question.ts';

const row = (
  role: MessageRow['role'],
  text: string,
  sources: { id: string; name: string; snippet: string }[] = [],
): MessageRow => ({
  workspace_id: 'ws_1',
  agent_id: 'agt_1',
  session_id: 's',
  message_id: 'msg_1',
  role,
  text,
  confidence: null,
  confidence_reason: null,
  is_degraded: 0,
  usage: null,
  rating: null,
  comment: null,
  is_fallback: 0,
  duration_ms: null,
  pinned_answer_id: null,
  author_id: null,
  author_name: null,
  rating_actor_type: null,
  rating_actor_id: null,
  rating_actor_name: null,
  words: null,
  sources: JSON.stringify(sources),
  citations: '[]',
  kind: null,
  created_at: 0,
});

const asked = (...questions: string[]): MessageRow[] => [
  row('welcome', 'Welcome!'),
  ...questions.flatMap((question) => [
    row('user', question),
    row('agent', 'It is so.', [{ id: 'src_1', name: 'Printer manual.pdf', snippet: '' }]),
  ]),
];

describe('a follow-up', () => {
  it.each([
    ['What is the premium plan?', 'and how much does it cost?', 'premium plan'],
    ['What is the capital of France?', 'What about Italy?', 'capital France'],
    ['How do I cancel my subscription?', 'Why?', 'cancel subscription'],
    ['How do I cancel my subscription?', 'Tell me more', 'cancel subscription'],
    ['What does the warranty cover?', 'For how long?', 'warranty cover'],
    ['Who was Napoleon Bonaparte?', 'When did he die?', 'Napoleon Bonaparte'],
    ['Was kostet der Premium-Tarif?', 'Und wie lange läuft er?', 'Premium-Tarif'],
    ['Wann wird der Premium-Tarif für die Kunden verlängert?', 'Was kostet das?', 'Premium-Tarif'],
    ['Quel est le prix du forfait Premium ?', 'et en Italie ?', 'forfait Premium'],
    ['¿Cuál es el precio del plan Premium?', '¿y cuánto dura?', 'precio plan Premium'],
    ['Quanto costa il piano Premium?', 'e in Francia?', 'piano Premium'],
    ['Qual é o preço do plano Premium?', 'e quanto tempo dura?', 'plano Premium'],
    ['Wat kost het Premium-abonnement?', 'en hoe lang duurt het?', 'Premium-abonnement'],
    ['高级套餐多少钱？', '为什么？', '高级套餐多少钱'],
    ['プレミアムプランの料金はいくらですか？', 'それはなぜですか？', 'プレミアムプランの料金はいくらですか'],
  ])('after "%s": "%s" is searched with the words before it', (before, message, context) => {
    const question = standaloneQuestion(message, asked(before));
    expect(question.startsWith(`${message} `)).toBe(true);
    expect(question).toContain(context);
  });

  it('includes earlier follow-ups, newest first', () => {
    expect(standaloneQuestion('and then?', asked('How do I install the printer?', 'And on Linux?'))).toBe(
      'and then? Linux install printer',
    );
  });

  it('goes no further back than the last standalone question', () => {
    expect(
      standaloneQuestion('why?', asked('Who founded the Oslo office?', 'How do I install the printer?')),
    ).toBe('why? install printer');
  });

  it('adds the source of the last reply if the previous question says too little', () => {
    expect(standaloneQuestion('tell me more', asked('help'))).toBe('tell me more help Printer manual');
  });

  it('ignores thanks and greetings', () => {
    expect(
      standaloneQuestion('why?', [...asked('How do I install the printer?'), row('user', 'thanks!')]),
    ).toBe('why? install printer');
  });

  it('stays within 2,048 characters', () => {
    const long = Array.from({ length: 1000 }, (_, i) => `subject${i}`).join(' ');
    expect(standaloneQuestion('why?', asked(long)).length).toBeLessThanOrEqual(2_048);
  });
});

describe('a message that stands on its own', () => {
  it.each([
    'Who invented the telephone in Europe?',
    'What is photosynthesis?',
    'Where is the Eiffel Tower and how tall is it?',
    'Is it possible to export invoices?',
    'Is there a free trial?',
    'refund policy',
    'Which countries do you ship to?',
    '¿Cuál es la capital de Francia?',
    'En quelle année Paris a-t-il été fondé ?',
    'Wie hoch sind die Versandkosten nach Österreich?',
    '法国的首都是哪里？巴黎在什么地方',
    'thanks!',
  ])('is unchanged after another subject: %s', (message) => {
    expect(standaloneQuestion(message, asked('What is the premium plan?'))).toBe(message);
  });

  it('is unchanged at the start of a conversation, whatever it says', () => {
    expect(standaloneQuestion('why?', [row('welcome', 'Ask me about printers!')])).toBe('why?');
  });
});
