/** How long the processor worked on something that waits for nothing, in milliseconds. Unlike the time that went by, it is
 *  hardly longer on a machine that does other things too. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
