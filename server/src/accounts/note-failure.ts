import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#records/audit.ts';
import type { AccountRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { actorOf } from './join.ts';

/** Adds a failed sign-in to the audit log. Runs after the answer, so that timing does not reveal whether there is an
 *  account. */
export function noteFailedSignIn(
  { stores: { live }, clock, afterAnswer }: Pick<EntranceServices, 'stores' | 'clock' | 'afterAnswer'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: AccountRow,
  /** The wrong proof, unless it was the password. */
  wrong?: 'code' | 'passkey',
): void {
  const { account_id, email } = account;
  afterAnswer(reply, async () => {
    const [membership] = await live.people.membershipsOf(account_id);
    if (!membership) return;
    await live.workspace(membership.workspace_id).transaction((tx) =>
      recordAudit(tx, {
        actor: actorOf(account),
        action: 'account.sign_in_failed',
        subjectId: account_id,
        details: { email, address: request.ip, ...(wrong && { wrong }) },
        now: clock.now(),
      }),
    );
  });
}
