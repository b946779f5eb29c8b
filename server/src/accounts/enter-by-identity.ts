import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { newId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import { type EntranceServices, enter } from './enter.ts';
import { acceptInvitation, addMember, createAccount } from './join.ts';
import type { Identity } from './openid-connect.ts';

/** Signs in whom the provider vouches for: the account with the identity or else with the e-mail address, or a new one. Invitations
 *  for the address are accepted by it, and with an address of OIDC_ALLOWED_DOMAINS one may join the first workspace
 *  without any. Throws 403 for those who may not. */
export async function enterByIdentity(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  who: Identity,
): Promise<void> {
  const { live } = services.stores;
  const now = services.clock.now();
  const existing = await findAccount(services, who);
  const account: AccountRow = existing ?? {
    account_id: newId('account'),
    email: who.email,
    name: who.name,
    password_hash: null,
    identity: who.identity,
    created_at: now,
    last_sign_in_at: null,
  };
  let isKept = existing !== undefined;
  const keep = async (tx: WorkspaceTransaction): Promise<void> => {
    if (!isKept) await createAccount(tx, account);
    else if (account.identity === null)
      await tx.accounts.update(account.account_id, { identity: who.identity });
  };
  for (const invitation of await live.people.invitationsFor(who.email, now)) {
    await live.workspace(invitation.workspace_id).transaction(async (tx) => {
      await keep(tx);
      await acceptInvitation(tx, invitation, { account, now });
    });
    isKept = true;
  }
  if ((await live.people.membershipsOf(account.account_id)).length === 0) {
    const [first] = isOfAllowedDomain(services, who) ? await live.workspaceIds() : [];
    if (!first)
      throw new AppError(
        'forbidden',
        `Nobody has invited ${who.email}: ask for an invitation to this address.`,
      );
    await live.workspace(first).transaction(async (tx) => {
      await keep(tx);
      await addMember(tx, { account, role: services.config.OIDC_DEFAULT_ROLE, now });
    });
    isKept = true;
  }
  await enter(services, request, reply, { account, more: keep });
}

async function findAccount(
  { stores: { live } }: EntranceServices,
  { identity, email }: Identity,
): Promise<AccountRow | undefined> {
  const { accounts } = live.people;
  const account = (await accounts.findByIdentity(identity)) ?? (await accounts.findByEmail(email));
  if (account && account.identity !== null && account.identity !== identity)
    throw new AppError('forbidden', `The account of ${email} belongs to somebody else at the provider.`);
  return account;
}

const isOfAllowedDomain = ({ config }: EntranceServices, { email }: Identity): boolean =>
  config.OIDC_ALLOWED_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1));
