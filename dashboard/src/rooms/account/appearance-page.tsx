import { Panel } from '#shared/components/page.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { SettingsPage } from '#shared/components/settings-page.tsx';
import { useStored } from '#shared/stored-flag.ts';
import { chooseLanguage, language } from '#shared/strings/language.ts';
import { LANGUAGES, type Language } from '#shared/strings/languages.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { chooseTheme, readTheme, STORED_THEME, THEMES } from '#shared/theme.ts';

const words = rooms.settings.appearance;

/** How this browser shows the dashboard. */
export function AppearancePage() {
  useStored(STORED_THEME);
  return (
    <SettingsPage title={words.title} about={words.about}>
      <Panel>
        <div className="grid max-w-md gap-5">
          <SelectField
            label={text.common.language}
            value={language}
            onChange={({ target }) => chooseLanguage(target.value as Language)}
            options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          />
          <RadioGroup
            label={text.common.theme.label}
            value={readTheme()}
            choose={chooseTheme}
            options={THEMES.map((value) => ({
              value,
              label: text.common.theme[value],
              ...(value === 'system' && { about: words.systemAbout }),
            }))}
          />
        </div>
      </Panel>
    </SettingsPage>
  );
}
