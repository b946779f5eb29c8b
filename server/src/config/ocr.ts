import { z } from 'zod';
import { oneOf, type Settings, wholeNumber } from './setting.ts';

const LANGUAGE = /^[a-z]{3}(?:_[a-z]{3,8})*$/i;

const languages = z
  .string()
  .default('eng')
  .transform((list) => [...new Set(list.split(/[,+]/).map((code) => code.trim()))].filter(Boolean))
  .refine((codes) => codes.length > 0 && codes.every((code) => LANGUAGE.test(code)), {
    error: 'must be codes of Tesseract, such as eng,deu',
  });

/** Reading the text of scans and pictures. */
export const OCR_SETTINGS = {
  OCR: oneOf('auto', 'off')
    .default('auto')
    .describe(
      'Reads pages of PDFs that are only pictures, PNG, JPEG, TIFF and WebP files, and large pictures inside Office files and mails: auto uses the tesseract of the PATH if it knows the languages, otherwise the bundled one.',
    ),
  OCR_LANGUAGES: languages.describe(
    'Languages of scans and pictures, by the codes of Tesseract. eng is bundled; for another, install its npm package (@tesseract.js-data/deu) or the data of your tesseract.',
  ),
  OCR_PAGES: wholeNumber(200, 1, 2_000).describe(
    'How many pages of a document OCR reads, in up to ten seconds each on average and DOCUMENT_SECONDS for one. A longer scan fails; a document with text of its own keeps that.',
  ),
} satisfies Settings;
