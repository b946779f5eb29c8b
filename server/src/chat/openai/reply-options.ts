import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Address, ownBaseUrl } from '#http/base-urls.ts';
import { contextOf } from '#http/context.ts';
import type { AgentId } from '#lib/ids.ts';
import { CITATION_STYLES, type CitationStyle, type LinkOf, linksAt } from './cited-content.ts';

export const citationHeaders = {
  'x-citation-style': z.enum(CITATION_STYLES).optional().meta({
    description:
      'How the reply shows its sources. `annotations`: beside the text. `markers`: also as `[1]` in it. `footnotes`: also as a list of links below it. `none`: neither. By default as `CITATION_STYLE` says.',
  }),
};

/** A `url_citation` of OpenAI. */
export const urlCitationFields = {
  start_index: z
    .int()
    .meta({ description: 'Where the cited part of the content begins, in UTF-16 code units.' }),
  end_index: z.int().meta({ description: 'Where it ends, exclusive.' }),
  url: z.string().meta({
    description: 'The web page at the cited words; for files and texts, the source in the dashboard.',
  }),
  title: z.string().meta({ description: 'The name of the source.' }),
};

/** How a reply is written in OpenAI's protocol. agentId: the `model` of the answer. createdAt: milliseconds since 1970. */
export type ReplyOptions = {
  agentId: AgentId;
  createdAt: number;
  style: CitationStyle;
  linkOf: LinkOf;
  /** A reply in words is then a refusal. */
  wantsJson: boolean;
};

/** How the sources of a reply are shown, and where they are linked. */
export function citationsOf(
  config: Address['config'] & { CITATION_STYLE: CitationStyle },
  request: FastifyRequest,
  chosen: CitationStyle | undefined,
): Pick<ReplyOptions, 'style' | 'linkOf'> {
  const { environment } = contextOf(request).store;
  const baseUrl = ownBaseUrl({ config, environment }, request);
  return { style: chosen ?? config.CITATION_STYLE, linkOf: linksAt(baseUrl) };
}
