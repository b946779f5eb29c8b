import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { isPowerful } from '#records/roles.ts';
import type { Snapshot } from '#storage/engine.ts';
import { openSnapshot } from '#storage/open-store.ts';
import {
  firstKeyId,
  membersWithFactors,
  openInvitations,
  type SignedInMember,
  workingAdminKeys,
  workspacesWithoutBudget,
} from '#storage/tables/find-openings.ts';
import { sentenceOf } from './check.ts';
import { listed, opening, type SecurityCheck } from './check-security.ts';
import { hasBegun } from './check-storage.ts';

const DAY_MS = 86_400_000;
/** Keys unused for this long are probably not needed. */
const UNUSED_DAYS = 90;

/** Risks from keys, people and budgets, in both environments. */
export async function* checkOpenings(config: Config): AsyncGenerator<SecurityCheck> {
  for (const environment of ENVIRONMENTS.filter((each) => hasBegun(config, each))) {
    let snapshot: Snapshot;
    try {
      snapshot = await openSnapshot(storageAddress(config), environment);
    } catch (error) {
      yield opening('high', `${environment} storage`, '', [sentenceOf(error)]);
      continue;
    }
    try {
      yield* checkKeys(snapshot, environment);
      if (environment === 'live') yield* checkPeople(snapshot);
      if (usesModel(config, environment)) yield await checkBudgets(snapshot, environment);
    } finally {
      await snapshot.close();
    }
  }
}

async function* checkKeys({ db }: Snapshot, environment: Environment): AsyncGenerator<SecurityCheck> {
  const now = Date.now();
  const keys = await workingAdminKeys(db, now);
  const firstId = await firstKeyId(db);
  const first = keys.find(({ key_id }) => key_id === firstId);
  const others = keys.filter((key) => key !== first);
  const unused = others.filter(({ seen_at }) => seen_at < now - UNUSED_DAYS * DAY_MS);
  const endless = others.filter(({ expires_at }) => expires_at === null);
  const other = first ? 'other ' : '';
  const some = (about: string): string => (others.length > 0 ? about : `no ${other}admin key works`);
  yield opening('medium', `${environment} first key`, 'no longer works', [
    first &&
      `The first admin key (${first.key_id}, “${first.name}”) still works, and the first start printed it. Create a key for each program, then run footnote keys revoke ${first.key_id}.`,
  ]);
  yield opening(
    'medium',
    `${environment} unused keys`,
    some(`every ${other}admin key was used in the last ${UNUSED_DAYS} days`),
    [
      unused.length > 0
        ? `${count(unused.length, 'admin key was', 'admin keys were')} not used for ${UNUSED_DAYS} days (${listed(unused.map(({ key_id }) => key_id))}). Revoke those you don't need with footnote keys revoke.`
        : undefined,
    ],
  );
  yield opening('low', `${environment} key expiry`, some(`every ${other}admin key expires`), [
    endless.length > 0
      ? `${count(endless.length, 'admin key never expires', 'admin keys never expire')} (${listed(endless.map(({ key_id }) => key_id))}). Create new ones with expires_at, and revoke these.`
      : undefined,
  ]);
}

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

async function* checkPeople({ db }: Snapshot): AsyncGenerator<SecurityCheck> {
  const invitations = (await openInvitations(db, Date.now())).filter(({ role }) => isPowerful(role));
  yield opening('medium', 'invitations', 'none makes an admin or owner', [
    invitations.length > 0
      ? `${count(invitations.length, 'invitation makes its bearer', 'invitations make their bearers')} admin or owner (${listed(invitations.map(({ invitation_id, role }) => `${invitation_id}, ${role}`))}). Delete those you don't expect with DELETE /v1/invitations/:id.`
      : undefined,
  ]);
  const members = await membersWithFactors(db);
  const admins = members.filter(({ role }) => isPowerful(role));
  const others = members.filter(({ role }) => !isPowerful(role));
  const about = (those: readonly SignedInMember[], what: string): string =>
    members.length === 0 ? 'no accounts yet' : those.length === 0 ? 'there are none' : what;
  const withPasswordOnly = (those: readonly SignedInMember[]): SignedInMember[] =>
    those.filter(({ has_second_factor }) => Number(has_second_factor) === 0);
  const enough = 'no one signs in with a password only';
  yield opening(
    'medium',
    'second factor of admins',
    about(admins, enough),
    byWorkspace(withPasswordOnly(admins), (who, workspace) =>
      passwordOnly(who, ['admin or owner', 'admins and owners'], workspace),
    ),
  );
  yield opening(
    'low',
    'second factor of members',
    about(others, enough),
    byWorkspace(withPasswordOnly(others), (who, workspace) =>
      passwordOnly(who, ['member or viewer', 'members and viewers'], workspace),
    ),
  );
  yield opening(
    'low',
    'addresses of admins',
    about(admins, 'all are verified'),
    byWorkspace(
      admins.filter(({ is_proved }) => Number(is_proved) === 0),
      (who, workspace) =>
        `${count(who.length, 'admin or owner', 'admins and owners')} of ${workspace} never verified their email address (${listed(who)}). Make sure that you know them.`,
    ),
  );
}

const passwordOnly = (
  who: readonly string[],
  [one, many]: readonly [string, string],
  workspace: string,
): string =>
  `${count(who.length, `${one} of ${workspace} signs`, `${many} of ${workspace} sign`)} in with a password only (${listed(who)}). Ask them to turn on two-step sign-in in Settings, Security.`;

function byWorkspace(
  members: readonly SignedInMember[],
  sentence: (emails: string[], workspace: string) => string,
): string[] {
  const groups = Map.groupBy(members, ({ workspace_id }) => workspace_id);
  return [...groups].map(([workspace, some]) =>
    sentence(
      some.map(({ email }) => email),
      workspace,
    ),
  );
}

/** Whether requests of the environment cost tokens. */
const usesModel = ({ LLM_PROVIDER, SANDBOX_LLM }: Config, environment: Environment): boolean =>
  LLM_PROVIDER !== undefined && LLM_PROVIDER !== 'none' && (environment === 'live' || SANDBOX_LLM === 'on');

async function checkBudgets({ db }: Snapshot, environment: Environment): Promise<SecurityCheck> {
  const workspaces = await workspacesWithoutBudget(db);
  return opening('medium', `${environment} budget`, 'every workspace has one', [
    workspaces.length > 0
      ? `${count(workspaces.length, 'workspace has', 'workspaces have')} no budget for the language model (${listed(workspaces)}), so one key or chat widget can spend without limit. Set \`token_budget\` with \`PATCH /v1/workspace\`, or in Settings, Workspace.`
      : undefined,
  ]);
}
