export type Notice = {
  message: string;
  tone: 'good' | 'bad';
  /** A button in the notice, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
};
