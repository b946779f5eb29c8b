import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { POPUP, POPUP_ITEM } from '#shared/components/popup.ts';
import { chooseLanguage, language } from '#shared/strings/language.ts';
import { LANGUAGES, type Language } from '#shared/strings/languages.ts';
import { text } from '#shared/strings/text.ts';

/** The entry of the account menu that opens the list of languages. */
export const LanguageChoice = () => (
  <DropdownMenu.Sub>
    <DropdownMenu.SubTrigger className={`${POPUP_ITEM} data-[state=open]:bg-sunken`}>
      <span className="grow">{text.common.language}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-quiet rtl:-scale-x-100" />
    </DropdownMenu.SubTrigger>
    <DropdownMenu.Portal>
      <DropdownMenu.SubContent
        collisionPadding={8}
        className={`${POPUP} max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto p-1`}
      >
        <DropdownMenu.RadioGroup
          value={language}
          onValueChange={(chosen) => chooseLanguage(chosen as Language)}
        >
          {Object.entries(LANGUAGES).map(([each, name]) => (
            <DropdownMenu.RadioItem key={each} value={each} lang={each} className={POPUP_ITEM}>
              <span className="size-4 shrink-0">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent-ink" />
                </DropdownMenu.ItemIndicator>
              </span>
              <bdi>{name}</bdi>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.SubContent>
    </DropdownMenu.Portal>
  </DropdownMenu.Sub>
);
