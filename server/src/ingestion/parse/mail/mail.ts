/** A mail, whatever its file format. Its parts are as the sender wrote them. */
export type Mail = {
  subject: string | undefined;
  /** Persons as `Name <address>`. */
  from: string | undefined;
  to: string[];
  cc: string[];
  date: string | undefined;
  /** The bodies, of which one is read: as HTML, as plain text, as RTF. */
  html?: string | undefined;
  text?: string | undefined;
  rtf?: Uint8Array | undefined;
  attachments: MailAttachment[];
};

export type MailAttachment = {
  /** The file name; '' for a mail inside the mail. */
  name: string;
  mimeType: string | null;
  /** True for a picture in the HTML, or a signature. */
  isHidden: boolean;
  content: { bytes: () => Uint8Array } | { mail: () => Mail };
};

/** A date as it is shown and searched: `2026-11-03 14:05 UTC`. */
export const shownDate = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
