import { z } from 'zod';

/** The choices that leave it to the model, in which case an agent calls no tool. */
const isOptional = (choice: unknown): boolean => {
  if (choice === null || choice === undefined || choice === 'auto' || choice === 'none') return true;
  const { type, mode, allowed_tools } = choice as {
    type?: unknown;
    mode?: unknown;
    allowed_tools?: { mode?: unknown };
  };
  return type === 'allowed_tools' && (mode ?? allowed_tools?.mode) === 'auto';
};

/** `tool_choice` of a request. */
export const OptionalTools = z
  .unknown()
  .refine(
    isOptional,
    'must be "auto" or "none": an agent searches its sources and calls no tools of the client',
  )
  .optional()
  .meta({ description: '`auto` or `none`: an agent calls no tools, so those of the request are ignored.' });
