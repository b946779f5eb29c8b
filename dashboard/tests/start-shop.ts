import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of another origin with our line of HTML, and with styles of its own. */
export type Shop = {
  origin: string;
  setLine(line: string, styles?: string): void;
  close(): Promise<void>;
};

/** The line of HTML for a token of the service at a URL. `attributes`: further ones of the script. */
export const lineOfToken = (token: string, baseUrl: string, attributes = ''): string =>
  `<script src="${baseUrl}/widget.js" data-token="${token}"${attributes} async></script>`;

export async function startShop(): Promise<Shop> {
  let head = '';
  const server: Server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      // The strictest policy that allows a script from elsewhere, and styles of the page.
      .setHeader(
        'content-security-policy',
        "default-src 'none'; script-src http:; connect-src http:; style-src 'unsafe-inline'",
      )
      .end(
        `<!doctype html><html lang="en"><head><title>A shop</title>${head}</head><body><main><h1>A shop</h1><a href="/other">More</a></main></body></html>`,
      ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setLine: (line, styles) => {
      head = `${styles === undefined ? '' : `<style>${styles}</style>`}${line}`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
