import MarkdownIt from 'markdown-it';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import { createDocumentBuilder } from './document-builder.ts';
import { readFrontMatter } from './front-matter.ts';
import { addTokens } from './markdown-blocks.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { parseText } from './text.ts';

/** Reads Markdown as CommonMark with tables: what a reader sees of it, without its signs and the addresses of its
 *  links. What is too large for that, or nested too deep, is read as plain text with its signs.
 *  Throws SourceFault `too_large`. */
export function parseMarkdown(content: OriginalContent): ParsedDocument {
  const text = cleanText(decodeDeclared(content));
  const { body, title } = readFrontMatter(text);
  const tokens = body.length > LARGEST ? undefined : markdown.parse(body, {});
  if (!tokens || tokens.some(({ level }) => level >= DEEPEST - 2))
    return { ...parseText(body), ...(title !== undefined && { title }) };
  const builder = createDocumentBuilder();
  const heading = addTokens(builder, tokens);
  const found = (title ?? heading)?.slice(0, LONGEST_TITLE);
  return builder.build(found === undefined ? {} : { title: found });
}

/** What is nested deeper than this, the parser leaves out. */
const DEEPEST = 100;
const LONGEST_TITLE = 300;
/** A million opening brackets take 2 s, most text of that length 0.1 s. */
const LARGEST = 1_500_000;

const markdown = new MarkdownIt({ html: true, maxNesting: DEEPEST });
