import { z } from 'zod';
import { webAddress } from '#connectors/kinds/web-address.ts';
import { LIMITS } from '#isomorphic/limits.ts';

const pattern = z.string().min(1).max(500);

export const WebsiteSettings = z.strictObject({
  start_urls: z.array(webAddress).min(1).max(20).meta({
    description: 'Where the crawl begins. Only pages of the same hosts are read, with or without `www.`.',
  }),
  include: z.array(pattern).max(50).default([]).meta({
    description:
      'Patterns of which a page must match one, such as `/docs/*` for paths or `https://example.org/*` for whole URLs. `*` stands for any characters. Start pages are always read.',
  }),
  exclude: z.array(pattern).max(50).default([]).meta({
    description: 'Patterns of pages that are left out, written like those of `include`.',
  }),
  max_pages: z
    .int()
    .min(1)
    .max(LIMITS.crawlPages)
    .default(500)
    .meta({ description: 'How many pages to read.' }),
  max_depth: z.int().min(0).max(20).default(5).meta({
    description: 'How many links away from a start page or the sitemap a page may be.',
  }),
  sitemap: z.boolean().default(true).meta({
    description: 'True to read the sitemaps of the site too: those in its robots.txt, and `/sitemap.xml`.',
  }),
  javascript: z.boolean().default(false).meta({
    description: 'True to run the JavaScript of pages before they are read. Needs the setting `CHROMIUM`.',
  }),
});
export type WebsiteSettings = z.infer<typeof WebsiteSettings>;
