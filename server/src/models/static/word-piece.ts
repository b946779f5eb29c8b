import { z } from 'zod';

const only = (type: string) =>
  z.literal(type, { error: ({ input }) => `only ${type} is supported, not ${input}` });

/** The part of a Hugging Face `tokenizer.json` that decides the token ids of a text. */
export const TokenizerFile = z.object({
  normalizer: z.object({
    type: only('BertNormalizer'),
    clean_text: z.boolean(),
    handle_chinese_chars: z.boolean(),
    strip_accents: z.boolean().nullish(),
    lowercase: z.boolean(),
  }),
  pre_tokenizer: z.object({ type: only('BertPreTokenizer') }),
  model: z.object({
    type: only('WordPiece'),
    unk_token: z.string(),
    continuing_subword_prefix: z.string(),
    max_input_chars_per_word: z.int().positive(),
    // Not z.record(): that would copy tens of thousands of entries, which orderById walks anyway.
    vocab: z.custom<Record<string, number>>((value) => typeof value === 'object' && value !== null),
  }),
});

/** A WordPiece vocabulary with its settings, without strings and compact: 1.8 MB for 43,000 tokens. All arrays stand
 *  on SharedArrayBuffers, so that posting a vocabulary to a worker thread copies nothing. */
export type Vocabulary = {
  /** Number of tokens. */
  readonly size: number;
  /** The UTF-16 code units of all tokens by id: token `id` is units[starts[id] .. starts[id + 1]]. */
  readonly units: Uint16Array;
  readonly starts: Uint32Array;
  /** Open-addressing hash table of pairs: hash of a token, its id + 1 (0 = free). */
  readonly slots: Int32Array;
  /** Length of the longest token in code units. */
  readonly longestToken: number;
  readonly unknownId: number;
  /** The prefix of tokens that continue a word, usually `##`. */
  readonly prefix: string;
  /** In characters; a longer word is unknown. */
  readonly maxWordLength: number;
  readonly spelling: Spelling;
};

type Spelling = {
  readonly cleanText: boolean;
  readonly separateChinese: boolean;
  readonly stripAccents: boolean;
  readonly lowercase: boolean;
};

/** Packs the vocabulary of a tokenizer. Throws an Error if its ids have gaps or its unknown token has none. */
export function packVocabulary({ model, normalizer }: z.infer<typeof TokenizerFile>): Vocabulary {
  const unknownId = model.vocab[model.unk_token];
  if (unknownId === undefined)
    throw new Error(`the vocabulary must hold the unknown token ${model.unk_token}`);
  return {
    ...packTokens(orderById(model.vocab)),
    unknownId,
    prefix: model.continuing_subword_prefix,
    maxWordLength: model.max_input_chars_per_word,
    spelling: {
      cleanText: normalizer.clean_text,
      separateChinese: normalizer.handle_chinese_chars,
      stripAccents: normalizer.strip_accents ?? normalizer.lowercase,
      lowercase: normalizer.lowercase,
    },
  };
}

function orderById(vocab: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(vocab);
  const tokens = entries.map(() => '');
  for (const [token, id] of entries) {
    if (tokens[id] !== '')
      throw new Error(`token ids must run from 0 without gap or repeat, but ${token} has ${id}`);
    tokens[id] = token;
  }
  return tokens;
}

function packTokens(tokens: readonly string[]) {
  const totalLength = tokens.reduce((sum, token) => sum + token.length, 0);
  // At most half full, so that a piece that is not a token usually meets a free slot at once.
  const capacity = 2 ** Math.ceil(Math.log2(2 * tokens.length + 1));
  const units = new Uint16Array(new SharedArrayBuffer(2 * totalLength));
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (tokens.length + 1)));
  const slots = new Int32Array(new SharedArrayBuffer(8 * capacity));
  let end = 0;
  let longestToken = 0;
  for (const [id, token] of tokens.entries()) {
    for (let at = 0; at < token.length; at++) units[end++] = token.charCodeAt(at);
    starts[id + 1] = end;
    longestToken = Math.max(longestToken, token.length);
    const hash = hashText(token);
    let slot = firstSlot(hash, capacity);
    while (slots[slot + 1] !== 0) slot = nextSlot(slot, capacity);
    slots[slot] = hash;
    slots[slot + 1] = id + 1;
  }
  return { size: tokens.length, units, starts, slots, longestToken };
}

// FNV-1a over code units. It grows by unit, so that one pass gives the hash of every prefix of a word.
const EMPTY_HASH = 0x811c9dc5 | 0;
const growHash = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);
const firstSlot = (hash: number, capacity: number) => ((hash ^ (hash >>> 15)) & (capacity - 1)) << 1;
const nextSlot = (slot: number, capacity: number) => (slot + 2) & (2 * capacity - 1);

function hashText(text: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < text.length; at++) hash = growHash(hash, text.charCodeAt(at));
  return hash;
}

/** Creates the tokenizer of a vocabulary: text -> token ids in reading order, without added special tokens; one that is
 *  written out in a text, such as "[PAD]", is ordinary text. Accepts any string and drops lone surrogates. Caches how
 *  characters are spelled: 0.3 MB, and up to 2 MB more after Korean texts.
 *  Source: BertNormalizer, BertPreTokenizer and WordPiece of https://github.com/huggingface/tokenizers. */
export function createWordPiece(vocabulary: Vocabulary): (text: string) => number[] {
  const { letters, spell } = createSpeller(vocabulary.spelling);
  const matchWord = createMatcher(vocabulary);
  // Longer than any known word: a word that fills it is unknown, and its rest need not be kept.
  const word = new Uint16Array(2 * vocabulary.maxWordLength + 1);

  const addUnit = (unit: number, length: number): number => {
    if (length === word.length) return length;
    word[length] = unit;
    return length + 1;
  };
  const endWord = (length: number, ids: number[]): 0 => {
    if (length > 0) matchWord(word, length, ids);
    return 0;
  };

  return (text) => {
    const ids: number[] = [];
    let length = 0; // of the word being read
    for (let at = 0; at < text.length; at++) {
      const letter = letters[text.charCodeAt(at)] ?? 0;
      if (letter > SPACE) {
        length = addUnit(letter, length);
      } else if (letter === SPACE) {
        length = endWord(length, ids);
      } else if (letter < 0) {
        endWord(length, ids);
        length = endWord(addUnit(-letter, 0), ids);
      } else {
        const codePoint = text.codePointAt(at) ?? 0;
        const spelled = spell(codePoint);
        for (let i = 0; i < spelled.length; i++) {
          const unit = spelled.charCodeAt(i);
          length = unit === SPACE ? endWord(length, ids) : addUnit(unit, length);
        }
        if (codePoint > LAST_UNIT) at++;
      }
    }
    endWord(length, ids);
    return ids;
  };
}

const SPACE = 0x20;
const LAST_UNIT = 0xffff;

/** Caches spellings. `letters` maps each code unit to its single spelled unit, negative if that is a word of its own. It
 *  holds 0 if a unit spells to none or several, or is not cached yet: then call `spell`. */
function createSpeller(spelling: Spelling) {
  const letters = new Int32Array(LAST_UNIT + 1);
  const spellings = new Map<number, string>();
  const spell = (codePoint: number): string => {
    const known = spellings.get(codePoint);
    if (known !== undefined) return known;
    const spelled = spellCharacter(codePoint, spelling);
    // Characters beyond the first plane are rare; not caching them bounds the memory.
    if (codePoint > LAST_UNIT) return spelled;
    if (spelled.length === 1) letters[codePoint] = spelled.charCodeAt(0);
    else if (/^ . $/.test(spelled)) letters[codePoint] = -spelled.charCodeAt(1);
    else spellings.set(codePoint, spelled);
    return spelled;
  };
  return { letters, spell };
}

/** Spells one character: '' if it is dropped, between spaces if it is a word of its own. One at a time is enough,
 *  because NFD reorders nothing but marks, and lower case knows no context: a final Σ becomes σ, as in the reference. */
function spellCharacter(codePoint: number, spelling: Spelling): string {
  const character = String.fromCodePoint(codePoint);
  if (spelling.cleanText && INVISIBLE.test(character)) return '';
  if (WHITESPACE.test(character)) return ' ';
  let spelled = character;
  if (spelling.stripAccents) spelled = spelled.normalize('NFD').replace(ACCENTS, '');
  if (spelling.lowercase) spelled = spelled.toLowerCase();
  spelled = spelled.replace(PUNCTUATION, ' $& ');
  return spelling.separateChinese && CHINESE.test(character) ? ` ${spelled} ` : spelled;
}

const WHITESPACE = /\s/;
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/u;
const ACCENTS = /\p{Mn}/gu;
const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;
// The blocks of the reference, to the letter: it leaves out Extension E before 2B920, and all after 2CEAF.
const CHINESE =
  /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/u;

/** Creates the function that appends the token ids of one word, always taking the longest token that fits. A word that
 *  cannot be split into tokens is unknown as a whole. */
function createMatcher({ units, starts, slots, longestToken, unknownId, prefix, maxWordLength }: Vocabulary) {
  const capacity = slots.length / 2;
  const prefixHash = hashText(prefix);
  const hashes = new Int32Array(longestToken);

  const isToken = (id: number, word: Uint16Array, from: number, to: number): boolean => {
    let unit = starts[id] ?? 0;
    const skip = from === 0 ? 0 : prefix.length;
    if ((starts[id + 1] ?? 0) - unit !== skip + to - from) return false;
    for (let at = 0; at < skip; at++) if (units[unit++] !== prefix.charCodeAt(at)) return false;
    for (let at = from; at < to; at++) if (units[unit++] !== word[at]) return false;
    return true;
  };

  const findToken = (hash: number, word: Uint16Array, from: number, to: number): number => {
    let slot = firstSlot(hash, capacity);
    for (;;) {
      const id = (slots[slot + 1] ?? 0) - 1;
      if (id === NONE || (slots[slot] === hash && isToken(id, word, from, to))) return id;
      slot = nextSlot(slot, capacity);
    }
  };

  /** Appends the id of the longest token at `from`; returns its end in the word, or NONE. */
  const takeLongest = (word: Uint16Array, from: number, length: number, ids: number[]): number => {
    const last = Math.min(length, from + longestToken);
    let hash = from === 0 ? EMPTY_HASH : prefixHash;
    for (let at = from; at < last; at++) {
      hash = growHash(hash, word[at] ?? 0);
      hashes[at - from] = hash;
    }
    for (let to = last; to > from; to--) {
      const id = findToken(hashes[to - from - 1] ?? 0, word, from, to);
      if (id === NONE) continue;
      ids.push(id);
      return to;
    }
    return NONE;
  };

  return (word: Uint16Array, length: number, ids: number[]): void => {
    const before = ids.length;
    let from = isTooLong(word, length, maxWordLength) ? NONE : 0;
    while (from !== NONE && from < length) from = takeLongest(word, from, length, ids);
    if (from !== NONE) return;
    ids.length = before;
    ids.push(unknownId);
  };
}

const NONE = -1;

function isTooLong(word: Uint16Array, length: number, maxWordLength: number): boolean {
  if (length <= maxWordLength) return false;
  let characters = 0;
  // A character beyond the first plane is two units; its second one does not count.
  for (let at = 0; at < length; at++) if (((word[at] ?? 0) & 0xfc00) !== 0xdc00) characters++;
  return characters > maxWordLength;
}
