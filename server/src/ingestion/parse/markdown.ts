import MarkdownIt from 'markdown-it';
import { cleanText } from './clean-text.ts';
import { decodeDeclared } from './decode-declared.ts';
import { createDocumentBuilder } from './document-builder.ts';
import { readFrontMatter } from './front-matter.ts';
import { addTokens } from './markdown-blocks.ts';
import type { OriginalContent } from './original-content.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { parseText } from './text.ts';
import { refuseNoise, withoutDataUrls } from './text-noise.ts';

/** Reads the visible text of Markdown (CommonMark with tables), without its syntax and link URLs. Input that is too
 *  large or nested too deep is read as plain text with its syntax. Throws SourceFault `unsupported_format` for encoded
 *  data, `too_large`. */
export function parseMarkdown(content: OriginalContent): ParsedDocument {
  const document = parseMarkdownText(decodeDeclared(content));
  refuseNoise(document.text, content.fileName ?? 'The content');
  return document;
}

/** Like parseMarkdown, for text of any origin. Content of `data:` URLs is left out. */
export function parseMarkdownText(raw: string): ParsedDocument {
  const text = withoutDataUrls(cleanText(raw));
  const { body, title } = readFrontMatter(text);
  const tokens = body.length > LARGEST ? undefined : markdown.parse(body, {});
  if (!tokens || tokens.some(({ level }) => level >= DEEPEST - 2))
    return { ...parseText(body), ...(title !== undefined && { title }) };
  const builder = createDocumentBuilder();
  const heading = addTokens(builder, tokens);
  const found = (title ?? heading)?.slice(0, LONGEST_TITLE);
  return builder.build(found === undefined ? {} : { title: found });
}

/** The parser drops content that is nested deeper. */
const DEEPEST = 100;
const LONGEST_TITLE = 300;
/** A million opening brackets take 2 s; most text of that length takes 0.1 s. */
const LARGEST = 1_500_000;

const markdown = new MarkdownIt({ html: true, maxNesting: DEEPEST });
