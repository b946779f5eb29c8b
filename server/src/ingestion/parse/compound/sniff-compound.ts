import { lockedFile } from '#ingestion/parse/archive/archive-faults.ts';
import { openCompoundFile } from './compound-file.ts';
import { oldOfficeFault } from './old-office-fault.ts';
import { PROPERTIES } from './outlook-properties.ts';

/** Detects the format of a compound file from the streams in it. Throws SourceFault `encrypted_file` for the container
 *  of a password-protected document of Office 2007 or newer ([MS-OFFCRYPTO], 2.3.4.4), `unreadable_file` for a damaged
 *  file, and `unsupported_format` for any other. */
export function sniffCompound(bytes: Uint8Array): 'doc' | 'xls' | 'ppt' | 'msg' {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = openCompoundFile(bytes);
  // A document that is attached to a message may be protected.
  if (file.has(PROPERTIES)) return 'msg';
  if (content.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw lockedFile();
  if (file.has('WordDocument')) return 'doc';
  if (file.has('Workbook')) return 'xls';
  if (file.has('PowerPoint Document')) return 'ppt';
  throw oldOfficeFault();
}
