/** The files of a drop, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read before the first await: the list is emptied when the event ends.
  const dropped = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files = await Promise.all(
    dropped.map(({ entry, file }) => (entry ? filesOf(entry) : file ? [file] : [])),
  );
  // Skips hidden system files.
  return files.flat().filter(({ name }) => !name.startsWith('.'));
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  for (;;) {
    // A folder is read in batches; an empty one is the last.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    inside.push(...some);
  }
  return (await Promise.all(inside.map(filesOf))).flat();
}
