/** A picture, or a strip or a tile of one, in an encoding that a PDF can hold. left, top: where it lies, in pixels. */
export type EncodedPicture = {
  left: number;
  top: number;
  width: number;
  height: number;
  bitsPerComponent: number;
  colorSpace: string;
  /** The filter of the PDF (PDF 32000-1, 7.4), and its parameters; undefined for plain pixels. */
  filter?: string | undefined;
  parameters?: string | undefined;
  /** What the smallest and the largest value of each component mean; undefined for 0 to 1. */
  decode?: string | undefined;
  bytes: Uint8Array;
};

/** One page: its size in points and in pixels, its pieces, and how far to turn it clockwise. */
export type PicturePage = {
  width: number;
  height: number;
  columns: number;
  rows: number;
  rotate?: number;
  pieces: EncodedPicture[];
};

/** A PDF whose pages are pictures. So every encoding of pictures is read as scans are, by the same decoders within the
 *  same limits. */
export function picturePdf(pages: readonly PicturePage[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const write = (part: Uint8Array | string): void => {
    const bytes =
      typeof part === 'string'
        ? Buffer.from(part, 'latin1')
        : Buffer.from(part.buffer, part.byteOffset, part.length);
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, dictionary: string, stream?: Uint8Array): void => {
    offsets[number] = length;
    write(`${number} 0 obj\n${dictionary}\n`);
    if (stream) {
      write('stream\n');
      write(stream);
      write('\nendstream\n');
    }
    write('endobj\n');
  };
  // Catalogue and page tree come first; each page is followed by its content and its pictures.
  let next = 3;
  const kids: number[] = [];
  for (const picture of pages) {
    const { width, height, rotate = 0, pieces } = picture;
    const page = next;
    const names = pieces.map((_, index) => ({ name: `P${index}`, number: page + 2 + index }));
    next += 2 + pieces.length;
    kids.push(page);
    const resources = names.map(({ name, number }) => `/${name} ${number} 0 R`).join(' ');
    object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width.toFixed(3)} ${height.toFixed(3)}] /Rotate ${rotate} /Contents ${page + 1} 0 R /Resources << /XObject << ${resources} >> >> >>`,
    );
    const content = Buffer.from(contentOf(picture), 'latin1');
    object(page + 1, `<< /Length ${content.length} >>`, content);
    for (const [index, piece] of pieces.entries()) object(page + 2 + index, dictionaryOf(piece), piece.bytes);
  }
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  const start = length;
  const entries = Array.from(
    { length: next - 1 },
    (_, index) => `${String(offsets[index + 1] ?? 0).padStart(10, '0')} 00000 n \n`,
  );
  write(`xref\n0 ${next}\n0000000000 65535 f \n${entries.join('')}`);
  write(`trailer\n<< /Size ${next} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat(parts));
}

/** Draws the pieces at their places. What reaches beyond the page, such as the last tiles, is cut off there. */
function contentOf({ width, height, columns, rows, pieces }: PicturePage): string {
  const [x, y] = [width / columns, height / rows];
  const drawn = pieces.map((piece, index) => {
    const [across, up] = [piece.width * x, piece.height * y];
    const bottom = height - piece.top * y - up;
    return `q ${across.toFixed(3)} 0 0 ${up.toFixed(3)} ${(piece.left * x).toFixed(3)} ${bottom.toFixed(3)} cm /P${index} Do Q`;
  });
  return drawn.join('\n');
}

const dictionaryOf = ({
  width,
  height,
  bitsPerComponent,
  colorSpace,
  filter,
  parameters,
  decode,
  bytes,
}: EncodedPicture): string =>
  [
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bitsPerComponent}`,
    `/ColorSpace ${colorSpace} /Length ${bytes.length}`,
    ...(filter ? [`/Filter /${filter}`] : []),
    ...(parameters ? [`/DecodeParms << ${parameters} >>`] : []),
    ...(decode ? [`/Decode [${decode}]`] : []),
    '>>',
  ].join(' ');
