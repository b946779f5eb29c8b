import { useState } from 'react';
import { CopyLine } from '#shared/components/copy-line.tsx';
import { Panel } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { every } from '#shared/every.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.models;

type Provider = keyof typeof VARIABLES;

/** The variables of each provider, as the service reads them. Replace the names in capitals after the sign. */
const VARIABLES = {
  OpenAI: 'LLM_PROVIDER=openai\nLLM_MODEL=gpt-5-mini\nLLM_API_KEY=YOUR_KEY',
  Anthropic: 'LLM_PROVIDER=anthropic\nLLM_MODEL=claude-sonnet-4-5\nLLM_API_KEY=YOUR_KEY',
  Ollama: 'LLM_PROVIDER=openai-compatible\nLLM_BASE_URL=http://127.0.0.1:11434/v1\nLLM_MODEL=llama3.2',
  'OpenAI-compatible':
    'LLM_PROVIDER=openai-compatible\nLLM_BASE_URL=https://YOUR_SERVER/v1\nLLM_MODEL=YOUR_MODEL\nLLM_API_KEY=YOUR_KEY',
} as const;
const PROVIDERS = every<Provider>()(['OpenAI', 'Anthropic', 'Ollama', 'OpenAI-compatible']);

/** How an administrator of the service connects a language model. */
export function ConnectModel() {
  const [provider, setProvider] = useState<Provider>('OpenAI');
  return (
    <Panel title={words.connect}>
      <div className="grid grid-cols-1 gap-3">
        <p className="max-w-prose text-quiet">
          {words.connectAbout}{' '}
          <a
            href="/docs/deploy.md"
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-6 items-center underline"
          >
            {words.guide}
          </a>
        </p>
        <Tabs
          label={words.connectTo}
          value={provider}
          choose={setProvider}
          tabs={PROVIDERS.map((value) => ({ value, label: value }))}
        >
          <div dir="ltr">
            <CopyLine value={VARIABLES[provider]} />
          </div>
        </Tabs>
      </div>
    </Panel>
  );
}
