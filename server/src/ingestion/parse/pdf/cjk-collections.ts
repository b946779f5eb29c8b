/** Character collections of Adobe: what the CIDs of a font count. A run says that the characters of a legacy character
 *  set stand one after another from a CID on, in the order of their codes. From the order of the collections as their
 *  technical notes print them (Adobe #5078, #5079, #5080, #5093); only what is in order is given here. */
export type Collection = {
  /** A CID that no font of the collection uses, nor those after it: what the CMaps made here count with. */
  firstFree: number;
  /** For TextDecoder. */
  encoding: string;
  /** [first CID, first code, last code]; the second byte of a code runs from 0xa1 to 0xfe. */
  runs: readonly (readonly [cid: number, from: number, to: number])[];
  /** First CIDs of the printable characters of ASCII. */
  ascii: readonly number[];
  hasHangul: boolean;
};

export const COLLECTIONS: Record<string, Collection> = {
  'Adobe-Japan1': {
    firstFree: 0x7800,
    encoding: 'euc-jp',
    ascii: [1, 231],
    runs: [
      [327, 0x8ea1, 0x8edf],
      [633, 0xa1a1, 0xa2ae],
      [741, 0xa2ba, 0xa2c1],
      [749, 0xa2ca, 0xa2d0],
      [756, 0xa2dc, 0xa2ea],
      [771, 0xa2f2, 0xa2f9],
      [780, 0xa3b0, 0xa3b9],
      [790, 0xa3c1, 0xa3da],
      [816, 0xa3e1, 0xa3fa],
      [842, 0xa4a1, 0xa4f3],
      [925, 0xa5a1, 0xa5f6],
      [1011, 0xa6a1, 0xa6b8],
      [1035, 0xa6c1, 0xa6d8],
      [1059, 0xa7a1, 0xa7c1],
      [1092, 0xa7d1, 0xa7f1],
      [1125, 0xb0a1, 0xcfd3],
      [4090, 0xd0a1, 0xf4a4],
    ],
    hasHangul: false,
  },
  'Adobe-GB1': {
    firstFree: 0x7800,
    encoding: 'gbk',
    ascii: [1, 814],
    runs: [
      [96, 0xa1a1, 0xa1fe],
      [190, 0xa2b1, 0xa2e2],
      [240, 0xa2e5, 0xa2ee],
      [250, 0xa2f1, 0xa2fc],
      [262, 0xa3a1, 0xa4f3],
      [439, 0xa5a1, 0xa5f6],
      [525, 0xa6a1, 0xa6b8],
      [549, 0xa6c1, 0xa6d8],
      [602, 0xa7a1, 0xa7c1],
      [635, 0xa7d1, 0xa7f1],
      [668, 0xa8a1, 0xa8ba],
      [700, 0xa8c5, 0xa8e9],
      [940, 0xb0a1, 0xd7f9],
      [4695, 0xd8a1, 0xf7fe],
    ],
    hasHangul: false,
  },
  'Adobe-Korea1': {
    firstFree: 0x4800,
    encoding: 'euc-kr',
    ascii: [1],
    runs: [
      [101, 0xa1a1, 0xa2e5],
      [264, 0xa3a1, 0xa4d3],
      [1086, 0xb0a1, 0xc8fe],
    ],
    hasHangul: true,
  },
  'Adobe-CNS1': { firstFree: 0x7800, encoding: 'big5', ascii: [1], runs: [], hasHangul: false },
};
