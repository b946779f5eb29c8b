import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Manifest = { name: string; version: string; license: string; author?: string | { name: string } };

/** The licences of the packages in these folders, in the form in which Vite writes those of the dashboard. */
export function thirdPartyNotices(folders: string[], dashboard: string): string {
  return `# Third-party notices

Footnote contains these packages. Each has its own licence. The models have theirs beside them, in \`server/models\`, and so do the
character maps in \`server/src/ingestion/parse/pdf/cmaps\` and the decoders in
\`server/src/ingestion/parse/pdf/decoders\` and \`server/src/ingestion/parse/image/decoders\`.

# The service

${folders.map(notice).join('\n\n')}

# The dashboard

${dashboard.replace(/^# .*\n+/, '').trim()}
`;
}

function notice(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // Some packages name their licence only in their manifest.
  const owner = typeof author === 'string' ? author : author?.name;
  if (texts.length === 0 && owner !== undefined) texts.push(`By ${owner}.`);
  if (license === undefined) throw new Error(`${name} names no licence.`);
  const quoted = texts.map((text) => `\n\n${text.replaceAll(/^/gm, '> ')}`).join('');
  return `## ${name} - ${version} (${license})${quoted}`;
}
