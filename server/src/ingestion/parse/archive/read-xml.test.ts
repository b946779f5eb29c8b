import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { openArchive } from './open-archive.ts';
import { readXml } from './read-xml.ts';

async function eventsOf(data: string | Uint8Array): Promise<string[]> {
  const archive = await openArchive(makeZip([{ name: 'a.xml', data }]));
  const events: string[] = [];
  await readXml(archive, 'a.xml', {
    open: (name, attributes) =>
      events.push(
        `<${name}${Object.entries(attributes)
          .map(([key, value]) => ` ${key}=${value}`)
          .join()}>`,
      ),
    close: (name) => events.push(`</${name}>`),
    text: (text) => events.push(text),
  });
  return events;
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

describe('an XML part', () => {
  it('is read with the standard prefixes, whatever prefixes it declares', async () => {
    const events = await eventsOf(`<x:p xmlns:x="${word}"><x:t x:val="1" val="2">ä &amp; b</x:t></x:p>`);
    expect(events.slice(1)).toEqual(['<w:t w:val=1, val=2>', 'ä & b', '</w:t>', '</w:p>']);
    expect((await eventsOf(`<p xmlns="${strict}"><t/></p>`)).slice(1)).toEqual(['<w:t>', '</w:t>', '</w:p>']);
    const nested = await eventsOf(`<a xmlns="${word}"><b xmlns="urn:x"><c/></b><d/></a>`);
    expect(nested.filter((event) => event.startsWith('</'))).toEqual(['</c>', '</b>', '</w:d>', '</w:a>']);
  });

  it('is read in UTF-16 and in its declared encoding', async () => {
    const utf16 = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>äβ中</a>', 'utf16le');
    expect(await eventsOf(utf16)).toContain('äβ中');
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>', 'latin1');
    expect(await eventsOf(latin)).toContain('ä');
  });

  it('with a document type but without entities is read', async () => {
    expect(await eventsOf('<!DOCTYPE a PUBLIC "x" "http://a.example/a.dtd"><a/>')).toEqual(['<a>', '</a>']);
  });

  it.each([
    ['is not well-formed', '<a><b></a>'],
    ['does not end', '<a><b>'],
    ['is empty', ''],
    ['is no XML', 'plain text'],
    ['is nested too deep', '<a>'.repeat(20_000)],
    ['has an unknown entity', '<a>&lol;</a>'],
    [
      'is a billion laughs',
      `<!DOCTYPE a [<!ENTITY lol "lol"><!ENTITY lol1 "${'&lol;'.repeat(10)}">]><a>&lol1;</a>`,
    ],
    ['reads files', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ])('that %s makes the file unreadable', async (_, xml) => {
    await expect(eventsOf(xml)).rejects.toMatchObject({ name: 'SourceFault', code: 'unreadable_file' });
  });
});
