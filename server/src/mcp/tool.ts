import { z } from 'zod';
import type { CallApi } from './call-api.ts';

/** A part of what a tool says: text for the model, or a link to a resource. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string };

/** structured: what `outputSchema` describes; text: the same for models, which read it. */
export type ToolResult = { structured: Record<string, unknown>; text: string; links?: Content[] };

/** A tool as clients see it, and what it does. */
export type Tool = {
  name: string;
  /** Not for read_only keys, which REST does not let do this either. */
  isWriting: boolean;
  listed: Record<string, unknown>;
  input: z.ZodType;
  run(api: CallApi, input: never): Promise<ToolResult>;
};

type Definition<Input extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  isWriting: boolean;
  hints: {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  };
  input: Input;
  output: z.ZodType;
  run(api: CallApi, input: z.output<Input>): Promise<ToolResult>;
};

export const defineTool = <Input extends z.ZodType>({
  name,
  title,
  description,
  isWriting,
  hints,
  input,
  output,
  run,
}: Definition<Input>): Tool => ({
  name,
  isWriting,
  input,
  run,
  listed: {
    name,
    title,
    description,
    // Ids are custom types, whose pattern stands in their metadata.
    inputSchema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    outputSchema: z.toJSONSchema(output, { io: 'output' }),
    annotations: { title, ...hints },
  },
});

/** The address of a source among the resources. */
export const sourceUri = (id: string): string => `footnote://sources/${id}`;

const linkTo = ({ id, name }: { id: string; name: string }): Content => ({
  type: 'resource_link',
  uri: sourceUri(id),
  name,
  mimeType: 'text/plain',
});

/** At most one link for each source, in the order in which they come. */
export const linksTo = (sources: readonly { id: string; name: string }[]): Content[] =>
  [...new Map(sources.map((source) => [source.id, source])).values()].map(linkTo);
