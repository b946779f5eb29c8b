/** The memory in MB that a process uses after garbage collection. The process listens for an inspector on the port. */
export async function liveMemoryMb(port: number, rssMb: () => number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  if (!target) throw new Error('The service has no inspector.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  // Twice, because the second frees what finalizers released.
  for (const id of [1, 2]) {
    const collected = new Promise<void>((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        if ((JSON.parse(String(data)) as { id?: number }).id === id) resolve();
      }),
    );
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await collected;
  }
  socket.close();
  return rssMb();
}
