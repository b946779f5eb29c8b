import { describe, expect, it } from 'vitest';
import type { Passage } from '#chat/passages/passage.ts';
import { passage } from '../../../tests/helpers/chat-answers.ts';
import { answerExtractively } from './answer-extractively.ts';

const refunds = passage(
  'Refunds',
  'We ship to forty countries. Customers may return a product within 30 days of delivery. Refunds are paid to the original card within five working days. Gift cards cannot be returned.',
  { start: 100 },
);
const offices = passage(
  'Offices',
  'The office in Oslo opens at nine. The office in Bergen was founded by Ingrid Dahl in 1987.',
  { score: 0.3, closeness: 0.3 },
);

const ask = (
  question: string,
  passages: readonly Passage[],
  responseLength: 'short' | 'medium' | 'detailed' = 'medium',
) => answerExtractively({ question, passages, responseLength });

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('an extractive reply', () => {
  it('quotes the sentence that answers, from its source', () => {
    const reply = ask('Within how many days may I return a product?', [refunds, offices], 'short');
    expect(reply?.text).toContain('Customers may return a product within 30 days of delivery.');
    expect(reply?.sources[0]).toMatchObject({ id: 'src_Refunds', name: 'Refunds' });
    expect(reply?.sources[0]?.snippet).toBe('Customers may return a product within 30 days of delivery.');
  });

  it('quotes a lower-ranked passage if that one has the answer', () => {
    const reply = ask('Who founded the office in Bergen?', [{ ...refunds, score: 0.4 }, offices], 'short');
    expect(reply?.text).toContain('Ingrid Dahl');
    expect(reply?.sources[0]?.id).toBe('src_Offices');
  });

  it('cites every quoted passage with offsets of the same words in the source', () => {
    const text =
      '# Returns\n\n- Customers may return\n  a product within 30 days\n- Refunds for a returned product go to the card';
    const source = `${'x'.repeat(50)}${text}`;
    const reply = ask('When may customers return a product?', [
      passage('Returns', text, {
        start: 50,
        pages: [{ page: 3, start: 50 }],
        heading: 'Returns',
      }),
    ]);
    expect(reply?.text).toBe('- Customers may return a product within 30 days');
    expect(reply?.citations).toMatchObject([
      { number: 1, heading: 'Returns', snippet: 'Customers may return a product within 30 days' },
    ]);
    for (const { start, end, reply_start, reply_end, page } of reply?.citations ?? []) {
      expect(collapsed(source.slice(start, end))).toBe(reply?.text.slice(reply_start, reply_end));
      expect(page).toBe(3);
    }
  });

  it('leaves out what stands beside the answer in a short paragraph', () => {
    const hours = passage(
      'Opening hours',
      'The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under twelve enter free. The museum café closes half an hour earlier.',
      { start: 7 },
    );
    const reply = ask('What does a ticket cost?', [hours]);
    expect(reply?.text).toBe('A ticket costs 12 euros; children under twelve enter free.');
    expect(reply?.citations).toMatchObject([{ start: 65, end: 123, reply_start: 0, reply_end: 58 }]);
  });

  it.each([
    ['A ticket costs 12 euros. It is valid for a day. The café is closed.', 'What does a ticket cost?'],
    ['Tickets are sold at the door. Their price is 12 euros.', 'What do tickets cost?'],
    ['The ticket is new. Ask for the price at the door: 12 euros.', 'What is the price of a ticket?'],
    [
      'The price of a ticket has changed. Since May everyone pays 12 euros.',
      'How much is the price of a ticket?',
    ],
  ])('keeps a short paragraph whole where a sentence may belong to the answer: %s', (text, question) => {
    expect(ask(question, [passage('Tickets', text)])?.text).toBe(text);
  });

  it('writes the names of the columns above a row of a Markdown text', () => {
    const table = passage(
      'Errors',
      '| status | code |\n| --- | --- |\n| 422 | unprocessable_entity |\n| 429 | rate_limited |\n\nThe end of it.',
    );
    const reply = ask('Which code does status 429 have?', [table], 'short');
    expect(reply?.text).toBe('| status | code |\n| --- | --- |\n| 429 | rate_limited |');
    expect(table.text.slice(reply?.citations[0]?.start, reply?.citations[0]?.end)).toBe(
      '| 429 | rate_limited |',
    );
  });

  it('cuts a sentence that never ends in a short reply', () => {
    const wares = Array.from({ length: 80 }, (_, index) => `ware ${index} from hall ${index % 7}`).join(', ');
    const reply = ask('Where is ware 50 from?', [passage('Wares', `We sell ${wares}`)], 'short');
    expect(reply?.text).toContain('ware 50 from hall 1');
    expect(reply?.text.length).toBeLessThanOrEqual(300);
  });

  it('uses a sentence that two overlapping chunks share only once', () => {
    const whole =
      'The Alpha valve opens at 40 bar. The valve closes by itself at 35 bar. The valve is made of steel.';
    const second = whole.indexOf('The valve closes');
    const reply = ask('At what pressure does the valve open and close?', [
      passage('Manual', whole.slice(0, second + 38)),
      passage('Manual', whole.slice(second), { start: second, score: 0.7 }),
    ]);
    expect(reply?.text.split('closes by itself')).toHaveLength(2);
    expect(reply?.text.indexOf('opens')).toBeLessThan(reply?.text.indexOf('closes') ?? 0);
  });

  it('does not repeat a sentence that two sources contain', () => {
    const [one, two] = ['One', 'Two'].map((name) =>
      passage(name, 'The warranty of the pump lasts two years.'),
    );
    expect(
      ask(
        'How long does the warranty of the pump last?',
        [one, two].filter((p) => p !== undefined),
      )?.citations,
    ).toHaveLength(1);
  });

  it.each([
    ['short', 1, 2],
    ['medium', 3, 5],
    ['detailed', 6, 10],
  ] as const)('has %s length: %i to %i sentences', (length, least, most) => {
    const facts = Array.from(
      { length: 14 },
      (_, i) =>
        `The reactor in hall ${i} burns ${'abcdefghijklmnop'[i]}-type fuel from supplier number ${i * 7}.`,
    );
    const reply = ask(
      'Which fuel does the reactor burn in each hall?',
      [passage('Plant', facts.join(' '))],
      length,
    );
    const count = facts.filter((fact) => reply?.text.includes(fact)).length;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  it('is not padded with sentences that were not asked for', () => {
    const reply = ask('Who founded the office in Bergen?', [refunds, { ...offices, score: 0.8 }], 'detailed');
    expect(reply?.text).not.toContain('Gift cards');
  });

  it('uses the heading to tell what a sentence is about', () => {
    const text = '# Premium plan\n\nIt costs 30 euros a month.\n\n# Basic plan\n\nIt costs 10 euros a month.';
    expect(ask('How much does the basic plan cost?', [passage('Prices', text)], 'short')?.text).toContain(
      '10 euros',
    );
  });

  it('quotes the answer of an FAQ, not the question', () => {
    const text =
      '**How long is the warranty?**\n\nTwo years.\n\n**How long does shipping take?**\n\nThree days at most.';
    const reply = ask('How long does shipping take?', [passage('FAQ', text)], 'short');
    expect(reply?.text).toMatch(/^Three days at most\./);
    expect(reply?.confidence).toBeGreaterThan(0.5);
  });

  it('omits badges and link definitions, and keeps code with its language', () => {
    const text =
      '[![npm](https://npm.im/a.svg)](https://npm.im/pump) [![ci][ci]][npm]\n\nInstall the pump package with npm:\n\n```sh\nnpm install pump\n```\n\n[npm]: https://npm.im/pump';
    expect(ask('How do I install the pump package with npm?', [passage('Readme', text)])?.text).toBe(
      'Install the pump package with npm:\n\n```sh\nnpm install pump\n```',
    );
  });

  it('introduces the items of a list, and says their lead once', () => {
    const text =
      'Three things come with the pump. The box contains:\n\n- a hose of the pump, two metres long\n- a key for the valve of the pump\n- the manual of the pump, in German\n\nWe deliver on weekdays.';
    const reply = ask('What does the box of the pump contain?', [passage('Pump', text)], 'detailed');
    expect(reply?.text).toContain(
      'The box contains:\n- a hose of the pump, two metres long\n- a key for the valve of the pump',
    );
    expect(reply?.text.split('The box contains:')).toHaveLength(2);
    expect(reply?.citations.map(({ number }) => number)).toEqual(
      Array.from(reply?.citations ?? [], (_, index) => index + 1),
    );
  });

  it('quotes a short list as a whole, with one citation', () => {
    const text =
      'The alarm rings when the tank is full.\n\nTo recover from a full tank:\n\n1. Close the inlet.\n2. Drain the tank for an hour.\n3. Reset it.\n\nThe tank holds ten litres.';
    const reply = ask('How do I recover from a full tank?', [passage('Tank', text)]);
    expect(reply?.text).toContain(
      'To recover from a full tank:\n1. Close the inlet.\n2. Drain the tank for an hour.\n3. Reset it.',
    );
    expect(reply?.citations).toHaveLength(1);
    const [citation] = reply?.citations ?? [];
    expect(text.slice(citation?.start, citation?.end)).toMatch(/To recover.*Reset it\.$/s);
    expect(reply?.text.slice(citation?.reply_start, citation?.reply_end)).toMatch(/To recover.*Reset it\.$/s);
  });

  it('begins with the sentence before an introduction that says nothing', () => {
    const text =
      'The pump starts by itself.\n\nTo start it by hand, turn the key of the pump. For example:\n\n```sh\npump --start\n```';
    const reply = ask('How do I start the pump by hand?', [passage('Pump', text)]);
    expect(reply?.text).toContain(
      'To start it by hand, turn the key of the pump. For example:\n\n```sh\npump --start\n```',
    );
    expect(reply?.text.split('turn the key')).toHaveLength(2);
  });

  it('prefers the sentence that gives the reason', () => {
    const text =
      'Oil pumps need no filter in winter, says the manual of the pump.\n\nOil pumps run slowly in winter because cold oil is thick.';
    const reply = ask('Why do oil pumps run slowly in winter?', [passage('Oil', text)], 'short');
    expect(reply?.text).toBe('Oil pumps run slowly in winter because cold oil is thick.');
  });

  it('keeps settings without a fence as code', () => {
    const text =
      'Set the link mode of the runner:\n\nvariables:\n  PUMP_LINK_MODE: copy\n\nThen start the pump.';
    expect(ask('Which link mode of the runner do I set?', [passage('Runner', text)])?.text).toContain(
      '```\nvariables:\n  PUMP_LINK_MODE: copy\n```',
    );
  });

  it('quotes single items of a list that is longer than what is kept apart', () => {
    const items = Array.from({ length: 200 }, (_, i) => `- entry ${i} is called name${i}`);
    const reply = ask('What is entry 77 called?', [passage('List', items.join('\n'))], 'short');
    expect(reply?.text).toBe('- entry 77 is called name77');
    const [citation] = reply?.citations ?? [];
    expect(items.join('\n').slice(citation?.start, citation?.end)).toBe('entry 77 is called name77');
  });

  it('quotes a row of a table below the names of its columns', () => {
    const text =
      'Plan: Basic | Price: 10 euros | Users: 2\nPlan: Premium | Price: 30 euros | Users: 20\nPlan: Team | Price: 99 euros | Users: 200';
    const reply = ask('What is the price of the Premium plan?', [passage('Prices', text)], 'short');
    expect(reply?.text).toBe('| Plan | Price | Users |\n| --- | --- | --- |\n| Premium | 30 euros | 20 |');
    expect(reply?.citations[0]?.snippet).toBe('Plan: Premium | Price: 30 euros | Users: 20');
  });

  it('marks what Markdown would read as something else', () => {
    const text =
      'The pump file is named <pump>.toml and has a table [[pump.tool]] with {{ name }} and __init__ of `[[x]]`.';
    expect(ask('What is the pump file named?', [passage('File', text)])?.text).toBe(
      'The pump file is named `<pump>`.toml and has a table `[[pump.tool]]` with `{{ name }}` and `__init__` of `[[x]]`.',
    );
  });

  it('keeps what is drawn with lines as code', () => {
    const text =
      'The flow of the pump is as follows:\n\nInlet ──▶ pump\n│ the tank\n└─▶ outlet\n\nIt is slow.';
    expect(ask('What is the flow of the pump?', [passage('Flow', text)])?.text).toContain(
      '```\nInlet ──▶ pump\n│ the tank\n└─▶ outlet\n```',
    );
  });

  it('leaves out the markup of site generators', () => {
    const text =
      '!!! note\n\n    The pump needs {{< param version >}} litres of oil a day.\n\n{% page oil %}\n\n{{% alert %}}\n\n::: tip\n\nOil for the pump comes in cans.';
    const reply = ask('How much oil does the pump need a day?', [passage('Oil', text)]);
    expect(reply?.text).toContain('of oil a day');
    expect(reply?.text).not.toMatch(/!!!|\{|:::/);
  });

  it('links a citation of a web page to its words', () => {
    const page = passage('Refunds', refunds.text, { url: 'https://example.com/help#top' });
    const reply = ask('Within how many days may I return a product?', [page], 'short');
    expect(reply?.citations[0]?.url).toBe(
      'https://example.com/help#top:~:text=Customers%20may%20return%20a%20product%20within%2030%20days%20of%20delivery.',
    );
  });

  it('finds sentences in Chinese, without spaces between them', () => {
    const reply = ask(
      '退款需要多少天？',
      [passage('退款', '我们向四十个国家发货。退款需要五天。礼品卡不能退。')],
      'short',
    );
    expect(reply?.text).toMatch(/^退款需要五天。/);
    expect(reply?.citations[0]).toMatchObject({ start: 11, end: 18, reply_start: 0, reply_end: 7 });
  });

  it('cuts a long snippet after a whole word', () => {
    const long = `The treaty of Lyon ${'was signed by the delegates and '.repeat(15)}ended the war.`;
    const snippet =
      ask('What ended the war with the treaty of Lyon?', [passage('Treaty', long)])?.sources[0]?.snippet ??
      '';
    expect(snippet.length).toBeLessThanOrEqual(300);
    expect(snippet).toMatch(/ (?:was|signed|by|the|delegates|and)…$/);
  });
});

describe('a question that the passages do not answer', () => {
  it('gets no reply', () => {
    const far = { score: 0.01, closeness: 0.05, share: 0.02 };
    expect(ask('What is the boiling point of tungsten?', [{ ...refunds, ...far }])).toBeUndefined();
    expect(ask('What is the boiling point of tungsten?', [])).toBeUndefined();
  });

  it('gets less confidence than a question that they answer', () => {
    const known = ask('Within how many days may customers return a product?', [refunds, offices]);
    const unknown = ask('Within how many days may customers return a car?', [
      { ...refunds, score: 0.2, closeness: 0.3 },
      offices,
    ]);
    expect(known?.confidence).toBeGreaterThan(0.5);
    expect(unknown?.confidence ?? 0).toBeLessThan(known?.confidence ?? 0);
  });
});
