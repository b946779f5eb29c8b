import { describe, expect, it } from 'vitest';
import { upload } from '../../../tests/helpers/read-source.ts';
import { parse } from './parse.ts';

const parseAs = (fileName: string, text: string) =>
  parse({ ...upload(new TextEncoder().encode(text)), fileName });
describe('the format of a text', () => {
  const mail = 'From: a@mail.example\nTo: b@mail.example\nSubject: Hi\n\nText';
  it.each([
    ['eml', null, mail],
    ['eml', 'text/plain', mail],
    ['markdown', 'text/markdown', mail],
    ['mbox', 'application/mbox', 'From a@mail.example Tue Nov  3 14:05:00 2026\n\nText'],
    ['json', null, '{"a": 1}'],
    ['json', 'application/ld+json', '[1, 2]'],
    ['jsonl', null, '{"a": 1}\n{"a": 2}'],
    ['ipynb', null, '{"cells": [], "nbformat": 4}'],
    ['xml', 'text/xml', '<a><b>x</b></a>'],
    ['xml', null, '<!-- a --><rss version="2.0"><channel/></rss>'],
    ['svg', null, '<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>'],
    ['html', 'application/xml', '<?xml version="1.0"?><!DOCTYPE html><html><body><p>x</p></body></html>'],
    ['text', null, '[1] See the note.\n[2] And this one]'],
    ['text', null, 'Note: buy milk\nAlso: bread\nSubject: none'],
    ['text', 'message/rfc822', 'No mail at all'],
    ['text', 'application/json', 'No JSON at all'],
  ])('is %s, declared as %s', async (format, mimeType, text) => {
    const document = await parse({ ...upload(new TextEncoder().encode(text)), mimeType });
    expect(document.format).toBe(format);
  });

  it('of text under the name of a message of Outlook is refused', async () => {
    await expect(parseAs('a.msg', 'Some text')).rejects.toMatchObject({ code: 'unsupported_format' });
  });
});
