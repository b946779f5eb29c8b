import { ArrowUpRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from '#shared/components/kbd.tsx';
import { POPUP, POPUP_ITEM, POPUP_LABEL, POPUP_LINE } from '#shared/components/popup.ts';
import { overlays } from '#shared/strings/overlays.ts';

const words = overlays.docs;

/** Links to the reference and the guides. It is open when first rendered. */
export const DocsMenu = ({ trigger, showKeys }: { trigger: ReactNode; showKeys: () => void }) => (
  <DropdownMenu.Root defaultOpen modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        side="right"
        sideOffset={4}
        collisionPadding={8}
        className={`${POPUP} max-h-[calc(100dvh-1rem)] w-56 overflow-y-auto p-1`}
      >
        <Away href="/docs">{words.reference}</Away>
        <DropdownMenu.Separator className={POPUP_LINE} />
        <DropdownMenu.Label className={POPUP_LABEL}>{words.guides}</DropdownMenu.Label>
        {words.names.map(({ file, label }) => (
          <Away key={file} href={`/docs/guides/${file}.md`}>
            {label}
          </Away>
        ))}
        <DropdownMenu.Separator className={POPUP_LINE} />
        <DropdownMenu.Item className={`${POPUP_ITEM} justify-between`} onSelect={showKeys}>
          {words.keys}
          <Kbd>?</Kbd>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

const Away = ({ href, children }: { href: string; children: ReactNode }) => (
  <DropdownMenu.Item asChild className={`${POPUP_ITEM} justify-between`}>
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <ArrowUpRight aria-hidden className="size-3.5 text-quiet rtl:-scale-x-100" />
    </a>
  </DropdownMenu.Item>
);
