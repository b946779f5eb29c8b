import { useNavigate } from '@tanstack/react-router';
import { DropdownMenu } from 'radix-ui';
import { INLINE_END, POPUP, POPUP_ITEM, POPUP_LABEL, POPUP_LINE } from '#shared/components/popup.ts';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useSwitchWorkspace } from '#shared/hooks/use-switch-workspace.ts';
import { text } from '#shared/strings/text.ts';
import { MenuTick } from './menu-tick.tsx';
import { EnvironmentDot, SwitcherTrigger } from './switcher-trigger.tsx';

const words = text.shell.switcher;

/** Switches between workspaces and environments. It is open when first rendered. */
export function SwitcherMenu({ isIcon }: { isIcon: boolean }) {
  const { workspace, workspaces, environment, base_urls } = useAccount();
  const move = useSwitchWorkspace();
  const navigate = useNavigate();
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <SwitcherTrigger isIcon={isIcon} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          side={isIcon ? INLINE_END : 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className={`${POPUP} w-72 max-w-[calc(100vw-1rem)] p-1`}
        >
          <DropdownMenu.Label className={POPUP_LABEL}>{words.workspaces}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={workspace.id}
            onValueChange={(id) => id !== workspace.id && move.mutate(id)}
            className="max-h-64 overflow-y-auto"
          >
            {workspaces.map(({ id, name }) => (
              <DropdownMenu.RadioItem key={id} value={id} className={POPUP_ITEM}>
                <MenuTick />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={POPUP_LINE} />
          <DropdownMenu.Label className={POPUP_LABEL}>{words.environment}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={environment}>
            {(['live', 'sandbox'] as const).map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                onSelect={() => each !== environment && location.assign(base_urls[each])}
                className={`${POPUP_ITEM} py-1`}
              >
                <MenuTick />
                <span className="grid">
                  <span className="inline-flex items-center gap-1.5">
                    {words[each]}
                    <EnvironmentDot environment={each} />
                  </span>
                  <span className="text-small text-quiet">
                    {each === 'live' ? words.liveAbout : words.sandboxAbout}
                  </span>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={POPUP_LINE} />
          <DropdownMenu.Item
            className={POPUP_ITEM}
            onSelect={() => void navigate({ to: '/settings/workspace' })}
          >
            {words.settings}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
