/** Extensions of files that never contain text. Other files are sent, because text can have any extension, and the service
 *  looks at their bytes. */
const NEVER_READ = {
  program: 'apk app bin class dll dmg exe iso jar msi o pyc so dylib wasm',
  archive: '7z bz2 gz rar tar tgz xz zip zst',
  media: 'aac avi flac flv m4a m4v mkv mov mp3 mp4 mpeg mpg ogg opus wav webm wma wmv',
  picture: 'avif bmp gif heic heif ico psd',
  font: 'eot otf ttf woff woff2',
} as const;

type NeverRead = keyof typeof NEVER_READ;

const KINDS = new Map(
  Object.entries(NEVER_READ).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind as NeverRead] as const),
  ),
);

/** The kind of a file that cannot be read; undefined if it may be. */
export const kindNeverRead = (fileName: string): NeverRead | undefined =>
  fileName.includes('.') ? KINDS.get(fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()) : undefined;
