/** Bytes of the largest file that the service takes, by its settings. */
export const maxFileBytes = ({ MAX_FILE_MB }: { MAX_FILE_MB: number }): number => MAX_FILE_MB * 1024 * 1024;
