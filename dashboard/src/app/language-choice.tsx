import { Check, ChevronRight, Languages } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { chooseLanguage, language } from '#shared/strings/language.ts';
import { LANGUAGES, type Language } from '#shared/strings/languages.ts';
import { text } from '#shared/strings/text.ts';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-sunken data-[state=checked]:font-medium';

/** The entry of the account menu that opens the list of languages. */
export const LanguageChoice = () => (
  <DropdownMenu.Sub>
    <DropdownMenu.SubTrigger className={`${ITEM} data-[state=open]:bg-sunken`}>
      <Languages aria-hidden className="size-4 shrink-0" />
      <span className="grow">{text.common.language}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-quiet rtl:-scale-x-100" />
    </DropdownMenu.SubTrigger>
    <DropdownMenu.Portal>
      <DropdownMenu.SubContent
        collisionPadding={8}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-panel border border-line bg-panel p-1 shadow-xl"
      >
        <DropdownMenu.RadioGroup
          value={language}
          onValueChange={(chosen) => chooseLanguage(chosen as Language)}
        >
          {Object.entries(LANGUAGES).map(([each, name]) => (
            <DropdownMenu.RadioItem key={each} value={each} lang={each} className={ITEM}>
              <span className="size-4 shrink-0">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden className="size-4" />
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
