import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { request } from '#shared/api/request.ts';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useSwitchWorkspace } from '#shared/hooks/use-switch-workspace.ts';
import { text } from '#shared/strings/text.ts';
import { AccountTrigger } from './account-trigger.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { chooseTheme, readTheme, type Theme } from './theme.ts';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-sunken data-[state=checked]:font-medium';

/** A tick before the chosen entry, and the same room before the others. */
const Chosen = () => (
  <span className="size-4 shrink-0">
    <DropdownMenu.ItemIndicator>
      <Check aria-hidden className="size-4" />
    </DropdownMenu.ItemIndicator>
  </span>
);

/** The account menu: workspaces, theme, the other environment and sign-out. It is open when first rendered. */
export function AccountMenu() {
  const account = useAccount();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const move = useSwitchWorkspace();
  const [theme, setTheme] = useState<Theme>(readTheme);
  const signOut = async () => {
    await request('POST', '/v1/account/sign-out');
    await navigate({ to: '/sign-in' });
    // Only after navigating: the current page shows the account.
    queryClient.clear();
  };
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <AccountTrigger />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          className="z-40 max-w-[min(20rem,calc(100vw-1rem))] min-w-52 rounded-panel border border-line bg-panel p-1 shadow-xl"
        >
          {account.workspaces.length > 1 && (
            <>
              <DropdownMenu.Label className="px-2 pt-1 text-small text-quiet">
                {text.common.accountMenu.workspaces}
              </DropdownMenu.Label>
              <DropdownMenu.RadioGroup value={account.workspace.id} onValueChange={(id) => move.mutate(id)}>
                {account.workspaces.map(({ id, name }) => (
                  <DropdownMenu.RadioItem key={id} value={id} title={name} className={ITEM}>
                    <Chosen />
                    <span className="truncate">{name}</span>
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.RadioGroup>
              <DropdownMenu.Separator className="my-1 border-t border-line" />
            </>
          )}
          <DropdownMenu.Label className="px-2 pt-1 text-small text-quiet">
            {text.common.theme.label}
          </DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={theme}
            onValueChange={(value) => {
              chooseTheme(value as Theme);
              setTheme(value as Theme);
            }}
          >
            {(['system', 'light', 'dark'] as const).map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                className={ITEM}
                onSelect={(event) => event.preventDefault()}
              >
                <Chosen />
                {text.common.theme[each]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 border-t border-line" />
          <LanguageChoice />
          <DropdownMenu.Item asChild className={ITEM}>
            {account.environment === 'live' ? (
              <a href={account.base_urls.sandbox}>{text.common.sandboxAddress}</a>
            ) : (
              <a href={account.base_urls.live}>{text.common.liveAddress}</a>
            )}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={() => void navigate({ to: '/settings/account' })}>
            {text.common.accountMenu.account}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={signOut}>
            {text.common.accountMenu.signOut}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
