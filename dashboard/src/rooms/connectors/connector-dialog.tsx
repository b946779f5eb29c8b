import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { type Place, WhereTo } from '#shared/sources/where-to.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { CONNECTORS, type Connector } from './connector-queries.ts';
import { credentialsOf, settingsOf, type Values, valuesOf } from './form-values.ts';
import { KindFields } from './kind-fields.tsx';
import { KINDS, type Kind } from './kinds.ts';
import { schedulesFor } from './schedule.ts';

const words = rooms.connectors;

const KEEP = 'keep';

type Fields = Values & { name: string; interval_minutes: string; wayIn: string };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const initialOf = (kind: Kind, connector: Connector | undefined): Fields => ({
  ...valuesOf(kind, connector?.settings),
  name: connector?.name ?? '',
  interval_minutes: connector ? String(connector.interval_minutes ?? '') : '60',
  wayIn: connector?.has_credentials ? KEEP : (kind.waysIn[0]?.value ?? ''),
});

/** The form of a new connector, or of one that is changed. Credentials are only written. */
export function ConnectorDialog({
  kindName,
  connector,
  version,
  other,
  close,
  done,
}: {
  kindName: string;
  connector?: Connector;
  /** Of the connector, as the service names it. */
  version?: string | undefined;
  /** Chooses another kind. */
  other?: () => void;
  close: () => void;
  done: (connector: Connector) => unknown;
}) {
  const kind = KINDS[kindName] as Kind;
  const [place, setPlace] = useState<Place>({
    knowledgeBaseId: connector?.knowledge_base_id,
    tags: connector?.tags ?? [],
  });
  const { values, put, field, reasonOf, form, isUnsaved } = useForm<Fields, Connector>({
    initial: initialOf(kind, connector),
    send: (values, submission) =>
      connector
        ? submit(
            submission,
            'PATCH',
            `${CONNECTORS}/${connector.id}`,
            changesOf(kind, values, connector, place),
          )
        : submit(submission, 'POST', CONNECTORS, bodyOf(kindName, kind, values, place)),
    said: ({ name }) => (connector ? text.common.saved : words.created({ name })),
    done,
    others: ['credentials', 'settings', 'knowledge_base_id', 'tags'],
    stale: [['connectors']],
    version,
  });
  const wayIn = kind.waysIn.find(({ value }) => value === values.wayIn);
  const isStored = connector?.has_credentials === true;
  return (
    <FormDialog
      title={connector ? words.editOf({ name: connector.name }) : words.addOf({ kind: kind.name })}
      about={kind.about}
      action={connector ? text.common.save : words.connect}
      {...form}
      close={close}
    >
      {other && (
        <Button look="quiet" className="-my-2 justify-self-start px-1! text-quiet" onClick={other}>
          {words.otherKind}
        </Button>
      )}
      <TextField label={words.name} required maxLength={LIMITS.nameCharacters} {...field('name')} />
      <KindFields prefix="settings" fields={kind.settings} values={values} put={put} reasonOf={reasonOf} />
      {kind.waysIn.length > 0 && (
        <SelectField
          label={words.wayIn}
          hint={values.wayIn === KEEP ? words.storedKept : wayIn?.fields.length ? words.stored : undefined}
          options={[
            ...(isStored ? [{ value: KEEP, label: words.waysIn.keep }] : []),
            ...kind.waysIn.map(({ value }) => ({ value, label: words.waysIn[value] })),
          ]}
          {...field('wayIn')}
          error={
            wayIn?.fields.some(({ name }) => reasonOf(`credentials.${name}`))
              ? undefined
              : reasonOf('credentials')
          }
        />
      )}
      {wayIn && (
        <KindFields
          prefix="credentials"
          fields={wayIn.fields}
          values={values}
          put={put}
          reasonOf={reasonOf}
        />
      )}
      <SelectField
        label={words.schedule}
        options={schedulesFor(values.interval_minutes)}
        {...field('interval_minutes')}
      />
      <WhereTo place={place} change={setPlace} reasonOf={reasonOf} isFixed={connector !== undefined} />
      <UnsavedGuard isDirty={isUnsaved} />
    </FormDialog>
  );
}

const minutesOf = (values: Fields): number | null =>
  values.interval_minutes === '' ? null : Number(values.interval_minutes);

const bodyOf = (kindName: string, kind: Kind, values: Fields, { knowledgeBaseId, tags }: Place) => {
  const credentials = credentialsOf(kind, values.wayIn, values);
  return {
    kind: kindName,
    name: values.name.trim(),
    settings: settingsOf(kind, values),
    ...(credentials && { credentials }),
    ...(knowledgeBaseId !== undefined && { knowledge_base_id: knowledgeBaseId }),
    interval_minutes: minutesOf(values),
    tags,
  };
};

/** Only what was changed: new settings and credentials start a run, and ask the person to confirm. */
function changesOf(kind: Kind, values: Fields, connector: Connector, { tags }: Place) {
  const settings = settingsOf(kind, values, connector.settings);
  const before = settingsOf(kind, valuesOf(kind, connector.settings) as Values, connector.settings);
  const credentials = credentialsOf(kind, values.wayIn, values);
  const isRemoved = connector.has_credentials && values.wayIn === 'none';
  return {
    name: values.name.trim(),
    interval_minutes: minutesOf(values),
    tags,
    ...(!isSame(settings, before) && { settings }),
    ...(credentials && { credentials }),
    ...(isRemoved && { credentials: null }),
  };
}
