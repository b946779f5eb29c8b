import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

describe('estimateTokens', () => {
  it('counts a quarter of the ASCII characters and each other character once', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('abcde')).toBe(2);
    expect(estimateTokens('三十日內退回商品')).toBe(8);
    expect(estimateTokens('abcd 三十')).toBe(4);
  });
});
