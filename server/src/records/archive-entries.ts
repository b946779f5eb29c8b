/** An entry of an archive before it is unpacked. Folders are left out. */
export type ListedArchiveEntry = {
  /** Its place in the archive, from 0, folders counted. */
  position: number;
  path: string;
  /** The size that the archive declares. */
  sizeBytes: number;
  /** A sentence: why it becomes no source; null if it may. */
  reason: string | null;
};

/** An entry that was unpacked: its bytes, or a sentence that says why it becomes no source. */
export type UnpackedArchiveEntry = { position: number } & (
  | { bytes: Uint8Array<ArrayBuffer> }
  | { reason: string }
);
