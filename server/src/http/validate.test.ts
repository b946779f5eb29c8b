import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validate } from './validate.ts';

const messageOf = (schema: z.ZodType, value: unknown): string => {
  try {
    validate(schema, value);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('validate', () => {
  it('checks the length of an array before its elements', () => {
    const untouched = z.custom<string>(() => {
      throw new Error('An element was looked at.');
    });
    const list = z.array(untouched).max(3, 'must have at most 3 items');
    const many = Array(1_000).fill(1);
    expect(messageOf(z.object({ list }), { list: many })).toBe('list: must have at most 3 items.');
    expect(messageOf(z.object({ list: z.union([z.string(), list]) }), { list: many })).toBe(
      'list: must have at most 3 items.',
    );
  });

  it.each<{ length: unknown }>([
    { length: { toString: 1 } },
    { length: { toString: null, valueOf: {} } },
    { length: [{ toString: 1 }] },
  ])('refuses %j where a text or a list belongs', (odd) => {
    const schema = z.object({ tags: z.array(z.string()).max(3), name: z.string().max(3).min(1) });
    expect(messageOf(schema, { tags: odd, name: 'n' })).toMatch(/^(?:body|tags): /);
    expect(messageOf(schema, { tags: [], name: odd })).toMatch(/^(?:body|name): /);
  });

  it('lists at most 50 unknown fields', () => {
    const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]));
    try {
      validate(z.strictObject({}), body);
      expect.unreachable();
    } catch (error) {
      expect((error as { details: unknown[] }).details).toHaveLength(50);
    }
  });
});
