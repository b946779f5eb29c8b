import { makeZip, type ZipEntry } from './make-zip.ts';
import type { Client } from './start-test-service.ts';

const ARCHIVES = '/v1/knowledge-base/archives';

const HIDDEN: readonly ZipEntry[] = [{ name: '.hidden', data: 'x' }];
const HANDBOOK: readonly ZipEntry[] = [
  { name: 'tours.md', data: '# Tours\n\nGuided tours start every hour in the entrance hall.' },
  { name: 'shop/hours.txt', data: 'The shop closes half an hour before the museum.' },
];

/** A form with a ZIP: a handbook of two files, unless it is told others. */
export function archiveForm(fields: Record<string, string>, files = HANDBOOK): FormData {
  const bytes = makeZip(files);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'handbook.zip');
  return form;
}

/** An archive of which no file becomes a source. */
export const AN_ARCHIVE = archiveForm({}, HIDDEN);

/** An archive that has been unpacked, of which no file became a source. */
export async function addArchive(client: Client, knowledge_base_id: string): Promise<string> {
  const { id } = (await client.post(ARCHIVES, archiveForm({ knowledge_base_id }, HIDDEN))).body.data;
  for (;;) {
    if ((await client.get(`${ARCHIVES}/${id}`)).body.data.status !== 'processing') return id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
