import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DropdownMenu } from 'radix-ui';
import { leaveSession, request } from '#shared/api/request.ts';
import { INLINE_END, POPUP, POPUP_ITEM, POPUP_LABEL, POPUP_LINE } from '#shared/components/popup.ts';
import { useStored } from '#shared/stored-flag.ts';
import { text } from '#shared/strings/text.ts';
import { chooseTheme, readTheme, STORED_THEME, THEMES, type Theme } from '#shared/theme.ts';
import { AccountTrigger } from './account-trigger.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { MenuTick } from './menu-tick.tsx';

/** The account menu: theme, the own account and sign-out. It is open when first rendered. */
export function AccountMenu({ isIcon }: { isIcon: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useStored(STORED_THEME);
  const signOut = async () => {
    leaveSession();
    await request('POST', '/v1/account/sign-out');
    await navigate({ to: '/sign-in' });
    // Only after navigating: the current page shows the account.
    queryClient.clear();
  };
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <AccountTrigger isIcon={isIcon} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          side={isIcon ? INLINE_END : 'top'}
          sideOffset={4}
          collisionPadding={8}
          className={`${POPUP} w-52 p-1`}
        >
          <DropdownMenu.Label className={POPUP_LABEL}>{text.common.theme.label}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={readTheme()} onValueChange={(value) => chooseTheme(value as Theme)}>
            {THEMES.map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                className={POPUP_ITEM}
                onSelect={(event) => event.preventDefault()}
              >
                <MenuTick />
                {text.common.theme[each]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={POPUP_LINE} />
          <LanguageChoice />
          <DropdownMenu.Item
            className={POPUP_ITEM}
            onSelect={() => void navigate({ to: '/settings/profile' })}
          >
            {text.common.accountMenu.profile}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={POPUP_ITEM} onSelect={signOut}>
            {text.common.accountMenu.signOut}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
