import { describe, expect, it } from 'vitest';
import { withVisibleMarks } from './visible-marks.ts';

describe('withVisibleMarks', () => {
  it.each([
    ['annual\u202efdp.exe', 'annual⟨RLO⟩fdp.exe'],
    ['\u2066a\u2069\u200eb\u200bc', '⟨LRI⟩a⟨PDI⟩⟨LRM⟩b⟨ZWSP⟩c'],
    ['a\u034fb\u115f\u1160\u180e', 'a⟨CGJ⟩b⟨HCF⟩⟨HJF⟩⟨MVS⟩'],
    ['\u2028\u2029\u2800\u3164\uffa0', '⟨LS⟩⟨PS⟩⟨BRAILLE BLANK⟩⟨HF⟩⟨HHF⟩'],
    ['a\u{e0041}\u{e007f}', 'a⟨U+E0041⟩⟨U+E007F⟩'],
    ['a\u001b[2J\nb\u009b', 'a⟨U+001B⟩[2J⟨U+000A⟩b⟨U+009B⟩'],
  ])('writes out invisible characters: %j', (name, shown) => {
    expect(withVisibleMarks(name)).toBe(shown);
  });

  it.each(['تقرير سنوي.pdf', 'דוח שנתי.pdf', 'می‌خواهم', '👩‍👩‍👧', 'a ⟨b⟩ ⟨RLO⟩'])(
    'leaves names as they are: %s',
    (name) => {
      expect(withVisibleMarks(name)).toBe(name);
    },
  );
});
