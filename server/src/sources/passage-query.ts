import { z } from 'zod';
import { asUserParameter } from '#records/principals.ts';

const offset = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(0, 'must be at least 0');

/** Query parameters that name a passage of a text, both or none, and for whom it is read. */
export const passageQuery = (descriptions: { start: string; end: string }) =>
  z
    .strictObject({
      start: offset.optional().meta({ description: descriptions.start }),
      end: offset.optional().meta({ description: descriptions.end }),
      as_user: asUserParameter,
    })
    .refine(({ start, end }) => (start === undefined) === (end === undefined), {
      path: ['end'],
      message: 'must be sent together with start',
    })
    .refine(({ start, end }) => start === undefined || end === undefined || start < end, {
      path: ['end'],
      message: 'must be greater than start',
    });
