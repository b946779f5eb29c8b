import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Configuration, configurationQuery } from '#shared/api/configuration.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Fact, Facts } from '#shared/components/facts.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { EnvironmentBadge, ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { ConnectModel } from './connect-model.tsx';
import { ModelList } from './model-list.tsx';
import { Understanding } from './understanding-panel.tsx';

const { settings, models } = rooms;

const words = settings.models;

export const ModelsPage = () => (
  <ForAdmins title={words.title}>
    <Models />
  </ForAdmins>
);

function Models() {
  const { data, isPending, error, refetch } = useQuery(configurationQuery);
  return (
    <SettingsPage title={words.title} about={words.about}>
      {isPending && <Loading lines={10} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <ModelList />
          <ConnectModel />
          <Understanding />
          <Panel title={words.choices}>
            <div className="grid gap-3">
              <p className="flex flex-wrap gap-1">
                {data.models.embedding.choices.map((name) => (
                  <Badge key={name}>{name}</Badge>
                ))}
              </p>
              <p className="max-w-prose text-quiet">{models.reembedAbout}</p>
              <p>
                <Link to="/knowledge-bases" className="inline-flex min-h-6 items-center underline">
                  {models.toBases}
                </Link>
              </p>
            </div>
          </Panel>
          <Installation configuration={data} />
        </>
      )}
    </SettingsPage>
  );
}

const Installation = ({
  configuration: { version, environment, limits },
}: {
  configuration: Configuration;
}) => (
  <Panel title={words.installation}>
    <Facts>
      <Fact name={words.version}>{version}</Fact>
      <Fact name={settings.workspace.environment}>
        <EnvironmentBadge environment={environment} />
      </Fact>
      <Fact name={words.retention}>
        {limits.conversation_retention_days === undefined
          ? words.forGood
          : settings.limits.days({ count: limits.conversation_retention_days })}
      </Fact>
    </Facts>
  </Panel>
);
