import { Fragment } from 'react';
import { Dialog } from '#shared/components/dialog.tsx';
import { Kbd } from '#shared/components/kbd.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { KEYS_OFF } from '#shared/hooks/use-single-keys.ts';
import { store, useStored } from '#shared/stored-flag.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { PALETTE_KEY } from './keys.ts';
import { PLACES } from './places.ts';

const { overlays } = rooms;

const words = overlays.keys;

const GENERAL = [
  { keys: [PALETTE_KEY], label: words.palette },
  { keys: ['/'], label: words.search },
  { keys: ['C'], label: words.create },
  { keys: ['['], label: words.rail },
  { keys: ['?'], label: words.help },
  { keys: ['Esc'], label: words.close },
];
const GO = PLACES.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label }));

/** All keys, and a switch for those who don't want single ones, such as people who speak to their computer. */
export function KeyHelp({ close }: { close: () => void }) {
  const isOn = useStored(KEYS_OFF) !== 'off';
  return (
    <Dialog isOpen close={close} title={words.title}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Keys title={words.groups.general} keys={GENERAL} />
        <Keys title={words.groups.go} keys={GO} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 text-body">
        <span className="grid">
          <span className="font-medium">{words.isOn}</span>
          <span className="text-small text-quiet">{words.isOnAbout}</span>
        </span>
        <Switch
          label={words.isOn}
          words={{ on: words.on, off: words.off }}
          isOn={isOn}
          change={(next) => store(KEYS_OFF, next ? 'on' : 'off')}
        />
      </div>
    </Dialog>
  );
}

const Keys = ({
  title,
  keys,
}: {
  title: string;
  keys: readonly { keys: readonly string[]; label: string }[];
}) => (
  <section>
    <h3 className="pb-1 text-small font-medium text-quiet">{title}</h3>
    <dl className="grid text-body">
      {keys.map((each) => (
        <div key={each.label} className="flex min-h-7 items-center justify-between gap-4">
          <dt>{each.label}</dt>
          <dd className="flex shrink-0 items-center gap-1">
            {each.keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="text-small text-quiet">{words.sequence}</span>}
                <Kbd>{key}</Kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
