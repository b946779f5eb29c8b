/** Made by vite.news.ts. */

declare module 'virtual:news-id' {
  /** Changes with the news. */
  export const NEWS_ID: string;
}

declare module 'virtual:news' {
  /** The changes, newest first. */
  export const NEWS: readonly {
    version: string;
    kind: string;
    parts: readonly { text: string; code?: true; href?: string }[];
  }[];
}
