import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of the answer of the bucket. `after`: once the bucket has done it. */
export type BucketFault =
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'after'; effect: () => void };

/** Stands between a service and a bucket. */
export type BucketProxy = {
  url: string;
  /** Decides what happens to the next requests; by default nothing. */
  fault: (method: string) => BucketFault | undefined;
  stop(): Promise<void>;
};

/** Passes requests on as they are, because the host is signed too. */
export async function startBucketProxy(port: number): Promise<BucketProxy> {
  const server = createServer((request, response) => {
    const { method = '', url, headers } = request;
    const fault = proxy.fault(method);
    if (fault?.kind === 'status') {
      request.resume();
      response.writeHead(fault.status, fault.headers).end();
      return;
    }
    const onward = send({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      if (fault) {
        answer.resume();
        fault.effect();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: BucketProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
