import { Badge } from '#shared/components/badge.tsx';
import { Fact, Facts } from '#shared/components/facts.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { Panel } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Connector } from './connector-queries.ts';
import { type FieldOf, kindOf } from './kinds.ts';
import { scheduleOf } from './schedule.ts';

const words = rooms.connectors;

/** What a connector is set to. Its credentials are never shown. */
export const ConnectorFacts = ({ connector }: { connector: Connector }) => {
  const { kind, settings, tags, has_credentials, interval_minutes, created_at, created_by } = connector;
  const { settings: fields = [], waysIn } = kindOf(kind);
  return (
    <Panel>
      <Facts>
        {fields.map((field) => (
          <SettingFact key={field.name} field={field} value={settings[field.name]} />
        ))}
        {waysIn && waysIn.length > 0 && (
          <Fact name={words.credentials}>{has_credentials ? words.hasCredentials : words.noCredentials}</Fact>
        )}
        <Fact name={words.schedule}>{scheduleOf(interval_minutes)}</Fact>
        {tags.length > 0 && (
          <Fact name={words.tags}>
            <span className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>
          </Fact>
        )}
        <Fact name={rooms.settings.workspace.created}>
          <When at={created_at} />
          <MadeBy id={created_by} />
        </Fact>
      </Facts>
    </Panel>
  );
};

/** Nothing for a setting that is empty. */
function SettingFact({ field, value }: { field: FieldOf; value: unknown }) {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  return (
    <Fact name={field.label}>
      {field.type === 'check' ? (
        value === true ? (
          words.yes
        ) : (
          words.no
        )
      ) : field.type === 'choice' ? (
        (field.options[String(value)] ?? String(value))
      ) : Array.isArray(value) ? (
        <ul>
          {value.map((each) => (
            <li key={String(each)} dir="auto">
              {String(each)}
            </li>
          ))}
        </ul>
      ) : (
        <span dir="auto">{String(value)}</span>
      )}
    </Fact>
  );
}
