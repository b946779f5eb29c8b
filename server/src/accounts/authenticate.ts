import { AppError } from '#errors.ts';
import type { Environment } from '#lib/environment.ts';
import { hashToken } from '#lib/token.ts';
import type { Principal } from '#records/principal.ts';
import { SCOPE_OF_ROLE } from '#records/roles.ts';
import type { Services } from '#services.ts';
import type { Store, WorkspaceReads } from '#storage/store.ts';
import type { SignInRow } from '#storage/tables.ts';
import { expiryOf } from './sign-in.ts';

/** How often the last use of a session is stored. A session may end this much too early. */
const SEEN_EVERY_MS = 60_000;

type Dependencies = Pick<Services, 'store' | 'clock' | 'log'> & { stores: Record<Environment, Store> };

/** Finds the person signed in with the token of a cookie. Throws 401 if the sign-in has ended or expired, or the person
 *  has left the workspace it shows. */
export async function authenticateSignIn(
  { store, stores: { live }, clock, log }: Dependencies,
  token: string,
): Promise<Principal> {
  const hash = hashToken(token);
  const signIn = await live.people.signIns.findByHash(hash);
  if (!signIn) throw ended();
  if (signIn.expires_at <= clock.now()) throw expired();
  const { account_id, sign_in_id, workspace_id } = signIn;
  const workspace = live.workspace(workspace_id);
  const member = await workspace.members.find(account_id);
  if (!member) throw ended();
  // A failed write must not lock anyone out.
  await prolong(live, signIn, clock.now()).catch((error) =>
    log.warn({ err: error }, 'a sign-in could not be prolonged'),
  );

  const assertValidBy = async (people: Pick<WorkspaceReads, 'members' | 'signIns'>): Promise<void> => {
    const present = await people.signIns.findByHash(hash);
    const stillMember = await people.members.find(account_id);
    if (!present || !stillMember) throw ended();
    if (present.expires_at <= clock.now()) throw expired();
    if (stillMember.role !== member.role)
      throw unauthorized('Your role was changed while the request ran. Send it again.');
  };
  return {
    actor: { type: 'account', id: account_id, name: member.name },
    credentialId: sign_in_id,
    secret: token,
    workspaceId: workspace_id,
    environment: undefined,
    scope: SCOPE_OF_ROLE[member.role],
    role: member.role,
    confirmedAt: signIn.confirmed_at,
    knowledgeBaseIds: null,
    asUser: null,
    assertValid: (reads, of = store.environment) => assertValidBy(of === 'live' ? reads : workspace),
  };
}

async function prolong(live: Store, signIn: SignInRow, now: number): Promise<void> {
  if (now - signIn.last_seen_at < SEEN_EVERY_MS) return;
  await live
    .workspace(signIn.workspace_id)
    .transaction((tx) => tx.signIns.prolong(signIn.sign_in_id, expiryOf(signIn.created_at, now)), {
      isVolatile: true,
    });
}

const unauthorized = (message: string): AppError => new AppError('unauthorized', message);
const over = (reason: 'expired' | 'ended', message: string): AppError =>
  new AppError('unauthorized', message, { details: [{ field: 'session', reason }] });
const expired = (): AppError =>
  over(
    'expired',
    'Your session has expired. Sessions end after 12 hours without use, and at the latest after 30 days. Sign in again.',
  );
const ended = (): AppError => over('ended', 'You were signed out. Sign in again.');
