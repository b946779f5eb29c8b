import { z } from 'zod';
import { LINK_DESCRIPTION } from '#records/link-to-place.ts';
import { passageQuery } from './passage-query.ts';

/** The longest passage: a page has some 3,000 characters. */
const LONGEST_PASSAGE = 20_000;

export const PlacesQuery = passageQuery({
  start: 'Where the passage begins in the text, as in a citation, a chunk or a result.',
  end: 'Where the passage ends, exclusive: at most 20,000 UTF-16 code units after `start`.',
}).refine(({ start = 0, end = 0 }) => end - start <= LONGEST_PASSAGE, {
  path: ['end'],
  message: `must be at most ${LONGEST_PASSAGE} greater than start`,
});

const points = (description: string) => z.number().meta({ description: `${description}, in points.` });

export const SourcePlaces = z
  .object({
    source_id: z.string().meta({ description: 'The source that the passage is from, prefix `src_`.' }),
    pages: z
      .array(
        z.object({
          page: z.int().meta({ description: 'The number of the page or slide, from 1.' }),
          width: points('The width of the page as it is displayed').optional(),
          height: points('The height of the page as it is displayed').optional(),
          confidence: z.number().optional().meta({
            description: 'How sure OCR is of the words of the page, 0 to 100; absent if it did not read it.',
          }),
          boxes: z
            .array(
              z.object({
                x: points('From the left of the page'),
                y: points('From the top of the page'),
                width: points('The width of the box'),
                height: points('The height of the box'),
              }),
            )
            .meta({
              description:
                'The passage on the page, a box for each line, in the order of the text. Boxes are known for PDFs and pictures. A row of a table has one box.',
            }),
        }),
      )
      .meta({ description: 'The pages or slides of the passage; without a passage, all of them.' }),
    cells: z
      .array(
        z.object({
          sheet: z.string().optional().meta({ description: 'The name of the sheet; absent for CSV files.' }),
          range: z.string().meta({ description: 'The cells in A1 notation, as `B4:D9`.' }),
        }),
      )
      .meta({
        description: 'The rows of the passage in a spreadsheet or a CSV file, one range for each sheet.',
      }),
    anchor: z.string().optional().meta({
      description:
        'Where the passage begins: the last `id` before it in a web page or HTML file; in a Markdown file the anchor that GitHub gives to the heading above it.',
    }),
    link: z
      .string()
      .optional()
      .meta({ description: `${LINK_DESCRIPTION} Absent without a passage.` }),
    ocr: z
      .object({
        pages: z.int().meta({ description: 'How many pages of the source OCR read.' }),
        mean_confidence: z.number().meta({ description: 'How sure it is of their words, 0 to 100.' }),
      })
      .optional()
      .meta({ description: 'What OCR read in the source; absent if it read nothing.' }),
  })
  .meta({
    id: 'SourcePlaces',
    description: 'Where a passage is in the original. What does not fit the format is empty or absent.',
  });
