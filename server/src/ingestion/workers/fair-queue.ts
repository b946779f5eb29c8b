/** What waits for a place, taken in turn between workspaces, and in order within one. */
export type FairQueue<Item> = {
  readonly size: number;
  push(workspaceId: string, item: Item): void;
  /** Undefined when nothing waits. */
  shift(): Item | undefined;
  /** Takes it out wherever it stands, if it does. */
  remove(workspaceId: string, item: Item): void;
};

export function createFairQueue<Item>(): FairQueue<Item> {
  /** Workspace -> what of it waits; the workspace whose turn is next stands first. */
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    push: (workspaceId, item) => {
      const line = lines.get(workspaceId);
      if (line) line.push(item);
      else lines.set(workspaceId, [item]);
      size += 1;
    },
    shift: () => {
      const [first] = lines;
      if (!first) return undefined;
      const [workspaceId, line] = first;
      const item = line.shift();
      lines.delete(workspaceId);
      if (line.length > 0) lines.set(workspaceId, line);
      size -= 1;
      return item;
    },
    remove: (workspaceId, item) => {
      const line = lines.get(workspaceId) ?? [];
      const place = line.indexOf(item);
      if (place < 0) return;
      line.splice(place, 1);
      if (line.length === 0) lines.delete(workspaceId);
      size -= 1;
    },
  };
}
