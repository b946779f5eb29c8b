import { expect, it } from 'vitest';
import type { Context } from './context.ts';

/** The store contract for settings of the environment. */
export function settingsContract(context: () => Context): void {
  it('every caller gets the value that the first one stored', async () => {
    const { store } = context();
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.settings.getOrCreate('secret', () => `value ${index}`)),
    );
    expect(new Set(values).size).toBe(1);
    expect(await store.settings.getOrCreate('secret', () => 'late')).toBe(values[0]);
    expect(await store.settings.getOrCreate('other', () => 'another')).toBe('another');
  });

  it('a value that is put replaces the one before', async () => {
    const { store } = context();
    expect(await store.settings.find('urls')).toBeUndefined();
    await store.settings.put('urls', 'one');
    await store.settings.put('urls', 'two');
    expect(await store.settings.find('urls')).toBe('two');
    expect(await store.settings.find('secret')).not.toBe('two');
  });
}
