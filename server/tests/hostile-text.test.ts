import { describe, expect, it } from 'vitest';
import { readQuestion } from '#chat/extractive/read-question.ts';
import { flattenMarkup, withoutUnknownLinks } from '#chat/generative/markup.ts';
import { ReplyReader } from '#chat/generative/read-reply.ts';
import { showable } from '#chat/generative/tentative-text.ts';
import { isPromptInjection } from '#chat/grounding/prompt-injection.ts';
import { PlainText } from '#chat/native/plain-text.ts';
import { saysName } from '#chat/passages/names-and-numbers.ts';
import { replyToSmallTalk } from '#chat/turn/small-talk.ts';
import { standaloneQuestion } from '#chat/turn/standalone-question.ts';
import { parse } from '#ingestion/parse/parse.ts';
import { comparable, phrasesOf } from '#text/phrases.ts';
import { expectLinear } from './helpers/expect-linear.ts';

/** A text of about this length, of one piece again and again. */
const times = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

const read = (fileName: string, text: string, origin: 'file' | 'web-page' = 'file') =>
  parse({ bytes: Buffer.from(text), mimeType: null, fileName, origin });

describe('a file takes time in proportion to its length', { timeout: 60_000 }, () => {
  it.each<[string, string, (length: number) => string]>([
    ['code with blanks before a letter', 'a.md', (length) => `    x${' '.repeat(length)}x`],
    ['a fence with tabs before a letter', 'a.md', (length) => `\`\`\`\na${'\t'.repeat(length)}x\n\`\`\``],
    [
      'settings of comments',
      'a.md',
      (length) => `---\n${times('#\v#\n', Math.min(length, 19_000))}\n---\nText`,
    ],
    [
      'settings of blank lines',
      'a.md',
      (length) => `---\n${times('\v\n', Math.min(length, 19_000))}?\n---\nText`,
    ],
    ['open brackets', 'a.md', (length) => times('[', length)],
    ['open parentheses of links', 'a.md', (length) => times('[a](', length)],
    ['asterisks', 'a.md', (length) => times('*a ', length)],
    ['backticks', 'a.md', (length) => times('` `` ', length)],
    ['pipes of a table', 'a.md', (length) => `|a|\n|-|\n${times('|', length)}`],
    ['blanks', 'a.txt', (length) => `a${' '.repeat(length)}x`],
    ['data URLs', 'a.txt', (length) => times('x data:a;base64, ', length)],
    ['header fields', 'a.eml', (length) => `From: a\nSubject: b\nDate: c\n${times('X: y\n', length)}\nText`],
    ['addresses', 'a.eml', (length) => `From: a\nSubject: b\nTo: ${times('a@b, ', length)}\n\nText`],
    [
      'open groups of addresses',
      'a.eml',
      (length) => `From: a\nSubject: b\nTo: ${times('a:<(', length)}\n\nText`,
    ],
    [
      'encoded words',
      'a.eml',
      (length) => `From: a\nTo: b\nSubject: ${times('=?utf-8?q?a?= ', length)}\n\nText`,
    ],
    [
      'parts',
      'a.eml',
      (length) =>
        `From: a\nTo: b\nDate: c\nContent-Type: multipart/mixed; boundary=b\n\n${times('--b\n\nx\n', length)}`,
    ],
    [
      'starts of mails',
      'a.mbox',
      (length) => `From a@b Tue Nov  3 14:05:00 2026\n\n${times('\nFrom ', length)}`,
    ],
    ['objects', 'a.json', (length) => `[${times('{"a":[1]},', length)}1]`],
    ['fields', 'a.xml', (length) => `<a>${times('<b>1</b>\n', length)}</a>`],
    ['text among elements', 'a.xml', (length) => `<a>${times('<b>1</b> c ', length)}</a>`],
    ['titles', 'a.xml', (length) => `<a>${times('<t><title>x</title><p>y</p></t>\n', length)}</a>`],
    ['document types', 'a.xml', (length) => `<!DOCTYPE a [${times('<!ENTITY b "c">', length)}]><a>Text</a>`],
    ['open comments', 'a.html', (length) => `<html><body>text${times('<!--', length)}`],
  ])('of %s', async (_, name, textOf) => {
    await expectLinear(textOf, (text) => read(name, text));
  });

  it('whatever its elements are called', async () => {
    const page = `<html><body><div class="ads${'0'.repeat(400)}x">${'Words of a page. '.repeat(40)}</div></body></html>`;
    expect((await read('a.html', page, 'web-page')).text).toContain('Words of a page.');
  });
});

describe('a question takes time in proportion to its length', { timeout: 60_000 }, () => {
  it.each([
    ['capitals', 'WHO IS '],
    ['names', 'Ada Lovelace, '],
    ['numbers', '1,500 '],
    ['grouped numbers', '1 000'],
    ['question marks', '?'],
    ['quotation marks', '"'],
    ['line breaks', 'a\n\n'],
    ['Chinese', '渡轮几点出发'],
    ['combined words', 'a-b_c.d@'],
  ])('of %s', async (_, piece) => {
    await expectLinear(
      (length) => times(piece, length),
      (text) => {
        readQuestion(text, 'en');
        replyToSmallTalk(text);
        standaloneQuestion(text, [{ role: 'user', text, sources: '[]' }]);
        comparable(text);
      },
    );
  });
});

describe('what a language model writes takes time in proportion to its length', { timeout: 60_000 }, () => {
  const clean = (text: string): string =>
    withoutUnknownLinks(flattenMarkup(text), text) + withoutUnknownLinks(flattenMarkup(text), '');
  it.each([
    ['blanks', ' '],
    ['images that never end', '!['],
    ['links that never end', '[](<'],
    ['brackets', '['],
    ['parentheses', '('],
    ['definitions that never end', '[\n'],
    ['tags', '<s'],
    ['dots', 'n.t'],
    ['slashes', '/'],
    ['schemes', 'm.'],
    ['backticks', '`'],
    ['asterisks', '*a '],
    ['pipes', '| '],
    ['quotation marks', '“'],
    ['numbers of sources', '[0†s'],
    ['words that are capitalised', 'As '],
  ])('of %s', async (_, piece) => {
    const textOf = (length: number): string => `a http://b.example ${times(piece, length)}x`;
    await expectLinear(textOf, (text) => {
      clean(text);
      isPromptInjection(text);
      phrasesOf(text);
      saysName(text, text.slice(0, 100));
      new ReplyReader().push(text);
      showable(text);
      const plain = new PlainText();
      plain.push(text);
      plain.end();
    });
  });

  // In pieces of six characters, each of which reads on: a sentence that never ends must not be read ever longer.
  it.each([
    ['words', 'pier '],
    ['domains', 'pier example.com '],
    ['brackets', '[ '],
  ])('of %s, piece by piece', async (_, piece) => {
    await expectLinear(
      (length) => times(piece, length / 8),
      (text) => {
        const reader = new ReplyReader();
        for (let at = 0; at < text.length; at += 6) {
          reader.push(text.slice(at, at + 6));
          showable(reader.begun.text);
        }
      },
    );
  });
});
