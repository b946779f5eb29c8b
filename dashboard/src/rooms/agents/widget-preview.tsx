import { useEffect, useRef } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Appearance } from './widget-design-queries.ts';

const words = rooms.widgetDesign;

const NAME = 'footnote-chat';

let loading: Promise<unknown> | undefined;

/** Loads the script of the widget, which only defines its element here: there is no token. */
function loadWidget(): Promise<unknown> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/widget.js';
    script.onerror = () => {
      loading = undefined;
      reject(new Error('The widget could not be loaded.'));
    };
    script.onload = resolve;
    document.head.append(script);
  });
  return loading;
}

/** How long no key must have been pressed before the widget is drawn anew. */
const PAUSE_MS = 250;

/** The widget that visitors will see, drawn by its own script, in a page of blank lines. */
export function WidgetPreview({
  agent,
  appearance,
  logoUrl,
}: {
  agent: Agent;
  appearance: Appearance;
  logoUrl: string | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const about = JSON.stringify({
    agent: { name: agent.name },
    status: 'active',
    ...(agent.welcome_message !== null && { welcome_message: agent.welcome_message }),
    appearance,
    ...(logoUrl !== undefined && { logo_url: logoUrl }),
  });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      await loadWidget().catch(() => {});
      if (controller.signal.aborted || !place.current) return;
      const chat = document.createElement(NAME);
      chat.setAttribute('preview', about);
      place.current.replaceChildren(chat);
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [about]);
  return (
    <section
      aria-label={words.preview}
      className={`relative h-[40rem] overflow-hidden rounded-panel border border-line ${appearance.theme === 'dark' ? 'bg-[#111417]' : appearance.theme === 'light' ? 'bg-white' : 'bg-ground'}`}
      // Elements that are fixed to the window stay in the box, and are as high as it.
      style={{ transform: 'translateZ(0)', '--tall': '40rem' } as React.CSSProperties}
    >
      <div aria-hidden className="grid gap-3 p-6 opacity-40">
        {['w-2/5', 'w-full', 'w-11/12', 'w-3/4'].map((width) => (
          <span key={width} className={`h-3 rounded-full bg-strong-line/40 ${width}`} />
        ))}
      </div>
      <div ref={place} className="relative px-4" />
    </section>
  );
}
