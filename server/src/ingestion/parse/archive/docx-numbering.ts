import { listLabel } from './list-label.ts';
import type { Archive } from './open-archive.ts';
import { readXml } from './read-xml.ts';

type Level = { format: string; text: string; start: number };
type Definition = { levels: Level[]; counters: number[] };
type Numbering = { definition: string; starts: Map<number, number> };

/** The label of the next paragraph in a list: `- ` or `2.1 ` with a trailing space, or '' for none. It counts, so call
 *  it once for each paragraph, in order. */
export type ListLabels = (numbering: string, level: number) => string;

const BULLET = '- ';
const MAX_LEVEL = 8;

/** Reads how the lists of a DOCX are numbered. part: undefined when the document has none. Throws SourceFault
 *  `unreadable_file`. Format: ISO/IEC 29500-1, 17.9. */
export async function readListLabels(archive: Archive, part: string | undefined): Promise<ListLabels> {
  const definitions = new Map<string, Definition>();
  const numberings = new Map<string, Numbering>();
  if (part !== undefined) await readNumbering(archive, part, definitions, numberings);
  return (id, wanted) => {
    const level = Math.min(MAX_LEVEL, Math.max(0, wanted));
    const numbering = numberings.get(id);
    const definition = definitions.get(numbering?.definition ?? '');
    const shape = definition?.levels[level];
    if (!definition || !shape) return BULLET;
    if (shape.format === 'bullet') return BULLET;
    const { counters, levels } = definition;
    const restart = numbering?.starts.get(level);
    numbering?.starts.delete(level);
    counters[level] = restart ?? (counters[level] === undefined ? shape.start : counters[level] + 1);
    counters.length = level + 1;
    const label = shape.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const { format = 'decimal', start = 1 } = levels[at] ?? {};
      return listLabel(counters[at] ?? start, format);
    });
    return label.trim() === '' ? '' : `${label.trim()} `;
  };
}

async function readNumbering(
  archive: Archive,
  part: string,
  definitions: Map<string, Definition>,
  numberings: Map<string, Numbering>,
): Promise<void> {
  let definition: Definition | undefined;
  let numbering: Numbering | undefined;
  let level: Level | undefined;
  let index = 0;
  await readXml(archive, part, {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') {
        definition = { levels: [], counters: [] };
        definitions.set(attributes['w:abstractNumId'] ?? '', definition);
      } else if (name === 'w:num') {
        definition = undefined;
        numbering = { definition: '', starts: new Map() };
        numberings.set(attributes['w:numId'] ?? '', numbering);
      } else if (name === 'w:abstractNumId' && numbering) numbering.definition = value;
      else if (name === 'w:lvl' || name === 'w:lvlOverride') {
        index = Math.min(MAX_LEVEL, Math.max(0, integer(attributes['w:ilvl'], 0)));
        level = { format: 'decimal', text: '', start: 1 };
        if (definition && name === 'w:lvl') definition.levels[index] = level;
      } else if (name === 'w:startOverride') numbering?.starts.set(index, integer(value, 1));
      else if (!level) return;
      else if (name === 'w:numFmt') level.format = value;
      else if (name === 'w:lvlText') level.text = value.slice(0, 40);
      else if (name === 'w:start') level.start = integer(value, 1);
    },
  });
}

function integer(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(value) ? value : otherwise;
}
