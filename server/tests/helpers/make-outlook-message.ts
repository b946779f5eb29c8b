import { type CompoundFolder, makeCompound } from './make-compound.ts';

/** What a message of Outlook holds. html: in UTF-8. */
export type OutlookMessage = {
  subject: string;
  from?: string;
  address?: string;
  to?: string;
  cc?: string;
  sentAt?: Date;
  text?: string;
  html?: string;
  /** Compressed, or with the mark of what is not. */
  rtf?: Uint8Array;
  attachments?: { name: string; content: Uint8Array | OutlookMessage; isInText?: boolean }[];
};

/** Writes a message of Outlook ([MS-OXMSG]). */
export const makeOutlookMessage = (message: OutlookMessage, options?: { loops?: boolean }): Uint8Array =>
  makeCompound(messageFolder(message, 32), options);

function messageFolder(message: OutlookMessage, headerBytes: number): CompoundFolder {
  const folder: CompoundFolder = { '__properties_version1.0': shortProperties(message, headerBytes) };
  const texts = {
    '0037': 'subject',
    '0C1A': 'from',
    '5D01': 'address',
    '0E04': 'to',
    '0E03': 'cc',
    '1000': 'text',
  } as const;
  for (const [id, key] of Object.entries(texts)) {
    const text = message[key];
    if (text !== undefined) folder[`__substg1.0_${id}001F`] = Buffer.from(text, 'utf16le');
  }
  if (message.html !== undefined) folder['__substg1.0_10130102'] = Buffer.from(message.html);
  if (message.rtf !== undefined) folder['__substg1.0_10090102'] = message.rtf;
  for (const [index, { name, content, isInText }] of (message.attachments ?? []).entries())
    folder[`__attach_version1.0_#${index.toString(16).padStart(8, '0').toUpperCase()}`] = {
      '__properties_version1.0': Buffer.alloc(8),
      '__substg1.0_3707001F': Buffer.from(name, 'utf16le'),
      ...(isInText && { '__substg1.0_3712001F': Buffer.from('image001', 'utf16le') }),
      ...(content instanceof Uint8Array
        ? { '__substg1.0_37010102': content }
        : { '__substg1.0_3701000D': messageFolder(content, 24) }),
    };
  return folder;
}

function shortProperties({ sentAt }: OutlookMessage, headerBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes + 32);
  // The code page of the HTML.
  bytes.writeUInt32LE(0x3fde0003, headerBytes);
  bytes.writeUInt32LE(65_001, headerBytes + 8);
  if (!sentAt) return bytes;
  bytes.writeUInt32LE(0x00390040, headerBytes + 16);
  bytes.writeBigUInt64LE(BigInt(sentAt.getTime() + 11_644_473_600_000) * 10_000n, headerBytes + 24);
  return bytes;
}
