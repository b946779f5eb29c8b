import { describe, expect, it } from 'vitest';
import { answerFigures } from './answer-figures.ts';
import { type GivenReply, judgeReply, proseLength } from './judge-reply.ts';
import type { AnswerQuestion } from './read-answer-sets.ts';

const PAGE = `# Cache

To clear the cache entirely, run \`uv cache clean\`.

\`\`\`console
$ uv cache prune --ci
\`\`\`

| Platform | Tier |
| -------- | ---- |
| FreeBSD  | 3    |
`;

const asked = (more: Partial<AnswerQuestion> = {}): AnswerQuestion => ({
  id: 'q',
  text: 'How do I clear the cache?',
  type: 'howto',
  accepted: ['uv cache clean'],
  golds: [{ document: 'cache', span: 'To clear the cache entirely, run `uv cache clean`.' }],
  ...more,
});

const given = (text: string, more: Partial<GivenReply> = {}): GivenReply => ({
  text,
  isFallback: false,
  confidence: 0.8,
  sources: ['cache'],
  units: [],
  milliseconds: 1,
  ...more,
});

const judge = (text: string, question: Partial<AnswerQuestion> = {}, more: Partial<GivenReply> = {}) =>
  judgeReply(asked(question), given(text, more), () => PAGE);

describe('a judged reply', () => {
  it.each([
    ['Run  UV cache\nclean.', true],
    ['Run `uv` **cache** clean.', true],
    ['Run uv cache prune.', false],
  ])('%j is right if it holds an accepted string: %s', (text, isRight) => {
    expect(judge(text).isRight).toBe(isRight);
  });

  it('is wrong if it is a fallback, or if nothing answers', () => {
    expect(judge('uv cache clean', {}, { isFallback: true }).isRight).toBe(false);
    expect(judge('uv cache clean', { accepted: [], golds: [] }).isRight).toBe(false);
  });

  it.each([
    ['the whole span', 'To clear the cache entirely, run uv cache clean.', true],
    [
      'half of the span in one piece, with more around it',
      'Yes: run `uv cache clean` or `prune`, entirely run uv cache clean now',
      true,
    ],
    ['a part of the span', 'uv cache clean', true],
    ['words of the span in another order', 'clean cache uv run entirely the clear to', false],
    ['nothing of the span', 'It also prunes.', false],
    ['no word', '***', false],
  ])('counts a unit with %s: %j', (_, text, isOfSpan) => {
    const { units } = judge('', {}, { units: [{ document: 'cache', text }] });
    expect(units).toEqual([{ isOfPage: true, isOfSpan }]);
  });

  it('does not count the words of the span on another page', () => {
    const { units } = judge('', {}, { units: [{ document: 'other', text: 'uv cache clean' }] });
    expect(units).toEqual([{ isOfPage: false, isOfSpan: false }]);
  });

  it('finds a table row of the span in a unit that names the columns', () => {
    const golds = [{ document: 'cache', span: '| FreeBSD  | 3    |' }];
    const text = 'Platform: FreeBSD; Tier: 3';
    expect(judge('', { golds }, { units: [{ document: 'cache', text }] }).units[0]?.isOfSpan).toBe(true);
  });

  it.each([
    ['uv cache prune --ci', 'code'],
    ['| FreeBSD  | 3    |', 'table'],
    ['run `uv cache clean`', undefined],
    ['not on the page', undefined],
  ])('knows the form of the span %j', (span, form) => {
    expect(judge('', { golds: [{ document: 'cache', span }] }).form).toBe(form);
  });

  it.each([
    ['```sh\nuv cache clean\n```', true],
    ['| a | b |\n| - | - |\n| 1 | 2 |', true],
    ['uv cache clean', false],
    ['a | b', false],
  ])('%j keeps the form: %s', (text, keepsForm) => {
    expect(judge(text).keepsForm).toBe(keepsForm);
  });

  it.each([
    ['!!! note "Careful"', true],
    ['{% page "x" %}', true],
    ['See [[install]].', true],
    ['Set `{{ name }}` in it.', false],
    ['```toml\n[[tool.uv.index]]\n```\nThat adds an index.', false],
    ['It is done!', false],
  ])('%j has markup of a generator left: %s', (text, hasMarkup) => {
    expect(judge(text).hasMarkup).toBe(hasMarkup);
  });

  it.each([
    ['Run one of these:', true],
    ['以下：\n', true],
    ['Run this: `uv`.', false],
  ])('%j ends in a colon: %s', (text, endsInColon) => {
    expect(judge(text).endsInColon).toBe(endsInColon);
  });

  it('is as long as its text outside of code blocks', () => {
    const text = 'Run this:\n\n```sh\nuv cache clean\n```\n\nDone.';
    expect(proseLength(given(text))).toBe('Run this:\n\n\nDone.'.length);
    expect(proseLength(given('````md\n```\n~~~\n````\nDone.'))).toBe(5);
    expect(proseLength(given('Run:\n```sh\nuv cache clean'))).toBe(4);
  });
});

describe('the figures of replies', () => {
  const reply = (confidence: number, isAnswerable: boolean, more: Partial<GivenReply> = {}) =>
    judge('uv cache clean', isAnswerable ? {} : { accepted: [], golds: [] }, { confidence, ...more });

  it('counts ties as half in the AUROC', () => {
    const auroc = (...replies: ReturnType<typeof reply>[]) => answerFigures(replies).auroc;
    expect(auroc(reply(0.9, true), reply(0.2, true), reply(0.1, false))).toBe(1);
    expect(auroc(reply(0.5, true), reply(0.5, false))).toBe(0.5);
    expect(auroc(reply(0.1, true), reply(0.7, true), reply(0.5, false))).toBe(0.5);
    expect(auroc(reply(0.1, true))).toBeNull();
  });

  it('count a fallback as not sure, whatever its confidence', () => {
    const figures = answerFigures([
      reply(0.9, true),
      reply(0.9, true, { isFallback: true }),
      reply(0.9, false, { isFallback: true }),
      reply(0.5, false),
    ]);
    expect(figures).toMatchObject({
      answerable_at_half: 0.5,
      unanswerable_under_half: 0.5,
      answerable_fallback: 0.5,
      right: 0.5,
    });
  });

  it('compare confidence with rightness, and unanswerable questions are never right', () => {
    expect(answerFigures([reply(1, true), reply(0, false)]).calibration_error).toBe(0);
    expect(answerFigures([reply(1, false)]).calibration_error).toBe(1);
  });
});
