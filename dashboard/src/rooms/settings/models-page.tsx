import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Configuration, configurationQuery } from '#shared/api/configuration.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Fact, Facts } from '#shared/components/facts.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { EnvironmentBadge, ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const { settings } = rooms;

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
          <ModelPanel
            title={words.chat}
            about={words.chatAbout}
            model={data.models.chat}
            none={words.noChat}
          />
          <ModelPanel title={words.embedding} about={words.embeddingAbout} model={data.models.embedding}>
            <p className="text-small text-quiet">{words.choices}</p>
            <p className="flex flex-wrap gap-1">
              {data.models.embedding.choices.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </p>
          </ModelPanel>
          <ModelPanel
            title={words.reranker}
            about={words.rerankerAbout}
            model={data.models.reranker}
            none={words.noReranker}
          />
          <Installation configuration={data} />
        </>
      )}
    </SettingsPage>
  );
}

const ModelPanel = ({
  title,
  about,
  model,
  none,
  children,
}: {
  title: string;
  about: string;
  model: { provider: string; name: string } | undefined;
  none?: string;
  children?: ReactNode;
}) => (
  <Panel title={title}>
    <div className="grid gap-3">
      <p className="text-quiet">{about}</p>
      {model ? (
        <Facts>
          <Fact name={words.model}>
            <code className="font-mono text-small">{model.name}</code>
          </Fact>
          <Fact name={words.provider}>{model.provider}</Fact>
        </Facts>
      ) : (
        <p>{none}</p>
      )}
      {children && <div className="grid gap-1">{children}</div>}
    </div>
  </Panel>
);

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
