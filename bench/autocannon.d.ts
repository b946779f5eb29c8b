// What bench/load.ts uses of a library without types.
declare module 'autocannon' {
  type Request = { method: 'POST'; path: string; body: string };
  type Client = {
    setRequests(requests: Request[]): void;
    on(event: 'body', listener: (body: Buffer) => void): void;
  };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests: Request[];
    setupClient: (client: Client) => void;
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  };
  // biome-ignore lint/style/noDefaultExport: it is how the library exports itself.
  export default function autocannon(options: Options): Promise<Result>;
}
