import { readFileSync } from 'node:fs';

/** What systems that do not tell allow at least. */
const USUAL = 1_024;

/** How many files and connections this process may have open. */
export function descriptorLimit(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft) || USUAL;
  } catch {
    return USUAL;
  }
}
