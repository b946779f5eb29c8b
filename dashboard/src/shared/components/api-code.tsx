import { useState } from 'react';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { CopyButton } from './copy-button.tsx';
import { Panel } from './page.tsx';
import { Tabs } from './tabs.tsx';

const words = rooms.events.code;

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;

type Language = (typeof LANGUAGES)[number]['value'];

/** The call that each page for developers shows, as the guides write it. */
const CALLS = {
  keys: {
    path: '/v1/knowledge-base/sources',
    typescript:
      'for await (const source of footnote.sources.list()) console.log(source.name, source.status);',
    python: 'for source in footnote.sources.list():\n    print(source.name, source.status)',
  },
  webhooks: {
    path: '/v1/webhooks',
    typescript:
      'for await (const webhook of footnote.webhooks.list()) console.log(webhook.url, webhook.enabled);',
    python: 'for webhook in footnote.webhooks.list():\n    print(webhook.url, webhook.enabled)',
  },
  events: {
    path: '/v1/events',
    typescript: 'for await (const event of footnote.events.list()) console.log(event.type, event.data);',
    python: 'for event in footnote.events.list():\n    print(event.type, event.data)',
  },
  usage: {
    path: '/v1/usage',
    typescript: 'const { totals } = await footnote.usage.get();\nconsole.log(totals);',
    python: 'print(footnote.usage.get().totals)',
  },
} as const;

const codeOf = (call: keyof typeof CALLS, language: Language, address: string): string => {
  const { path, typescript, python } = CALLS[call];
  if (language === 'curl') return `curl '${address}${path}' -H "Authorization: Bearer $FOOTNOTE_API_KEY"`;
  return language === 'typescript'
    ? `import { Footnote } from '@footnote/sdk';\n\nconst footnote = new Footnote({ apiKey: process.env['FOOTNOTE_API_KEY'], baseUrl: '${address}' });\n${typescript}`
    : `from footnote import Footnote\n\nfootnote = Footnote(base_url="${address}")  # reads FOOTNOTE_API_KEY\n${python}`;
};

/** How a program does what a page for developers is about. */
export function ApiCode({ call }: { call: keyof typeof CALLS }) {
  const { base_urls, environment } = useAccount();
  const [language, setLanguage] = useState<Language>('curl');
  const code = codeOf(call, language, base_urls[environment]);
  const title = words[call];
  return (
    <Panel title={title} actions={<CopyButton value={code} />}>
      <Tabs label={title} value={language} choose={setLanguage} tabs={LANGUAGES}>
        <pre
          dir="ltr"
          className="rounded-control border border-line bg-sunken p-3 text-start font-mono text-small break-words whitespace-pre-wrap"
        >
          {code}
        </pre>
      </Tabs>
      <p className="mt-2 text-small">
        <a
          href="/docs/guides/sdks.md"
          target="_blank"
          rel="noreferrer"
          className="text-quiet underline-offset-2 hover:text-ink hover:underline"
        >
          {words.more}
        </a>
      </p>
    </Panel>
  );
}
