import { matchesGlob } from 'node:path';
import { z } from 'zod';
import { text } from '#records/fields.ts';

const MAX_GLOBS = 50;
const GLOB_CHARACTERS = 200;

const globs = z
  .array(text(GLOB_CHARACTERS).refine((glob) => glob.trim() !== '', 'must not be blank'))
  .max(MAX_GLOBS, `must have at most ${MAX_GLOBS} patterns`);

/** The settings that choose files by their path in the place. */
export const pathPatterns = {
  include: globs.default([]).meta({
    description: 'Only files whose path matches one of these patterns, such as `docs/**/*.md`. Empty: all.',
  }),
  exclude: globs.default([]).meta({ description: 'No files that match one of these.' }),
};

export type PathPatterns = { include: readonly string[]; exclude: readonly string[] };

/** path: with slashes, from the root of the place. */
export const isWanted = (path: string, { include, exclude }: PathPatterns): boolean =>
  (include.length === 0 || include.some((glob) => matchesGlob(path, glob))) &&
  !exclude.some((glob) => matchesGlob(path, glob));
