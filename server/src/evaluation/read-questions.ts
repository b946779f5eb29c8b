import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import type { SourceId } from '#lib/ids.ts';
import { comparable } from '#text/phrases.ts';
import { inputError, parseLine, readLines } from './read-lines.ts';
import type { EvaluationQuestion } from './run-evaluation.ts';

const RelevantLine = z.strictObject({
  source: z.string().min(1),
  text: z
    .string()
    .refine((text) => comparable(text) !== '', 'must have at least one letter or digit')
    .optional(),
});
const QuestionLine = z
  .strictObject({
    id: z.string().optional(),
    query: z
      .string()
      .refine((query) => query.trim() !== '', 'must not be blank')
      .max(LIMITS.queryCharacters),
    relevant: z.array(RelevantLine).optional(),
    source: z.string().min(1).optional(),
    unanswerable: z.boolean().default(false),
  })
  .transform(({ source, relevant = [], ...rest }) => ({
    ...rest,
    relevant: source === undefined ? relevant : [...relevant, { source, text: undefined }],
  }))
  .refine(
    ({ relevant, unanswerable }) => unanswerable !== relevant.length > 0,
    'must name at least one source in "relevant" or "source", or none and say "unanswerable": true',
  );

type NamedSource = { source_id: string; name: string; file_name: string | null };

/** Reads golden questions from a file, one JSON object per line:
 *  {"query": "…", "relevant": [{"source": "…", "text": "…"}]}, or short {"query": "…", "source": "…"}, or {"query": "…",
 *  "unanswerable": true}. A source is named by its id, name or file name; of several that share a
 *  name each is relevant.
 *  sources: those that may be named. Throws OperatorError that names the line and what it should be. */
export async function readQuestions(
  path: string,
  sources: readonly NamedSource[],
): Promise<EvaluationQuestion[]> {
  const find = sourceFinder(sources);
  const questions = (await readLines(path)).map((line) => {
    const { relevant, ...rest } = parseLine(line, QuestionLine);
    return {
      id: rest.id,
      query: rest.query,
      relevant: relevant.flatMap(({ source, text }) =>
        find(source, line.place).map((sourceId) => ({ sourceId, grade: 1, text })),
      ),
    };
  });
  if (questions.length === 0) throw inputError(`${path} has no questions: each line must be one`);
  return questions;
}

function sourceFinder(sources: readonly NamedSource[]) {
  const byName = Map.groupBy(
    sources.flatMap((source) =>
      [...new Set([source.source_id, source.name, source.file_name])].map((name) => ({ name, source })),
    ),
    ({ name }) => name,
  );
  return (name: string, place: string): SourceId[] => {
    const found = byName.get(name);
    if (!found) throw inputError(`${place}: no source has the id, the name or the file name "${name}"`);
    return found.map(({ source }) => source.source_id as SourceId);
  };
}
