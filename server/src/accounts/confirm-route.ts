import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { assertConfirmed, CONFIRMED_FOR_MS } from '#http/access/confirmation.ts';
import type { Address } from '#http/base-urls.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { toIso } from '#lib/clock.ts';
import type { SignInId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { ownAccount } from './own-account.ts';
import type { PasskeyAssertion } from './passkey-schema.ts';
import { type PasskeyCeremonies, readAssertion, relyingPartyOf } from './passkeys.ts';
import { isPassword } from './password.ts';
import { noteFailedConfirmation, WRONG_PASSWORD } from './prove-password.ts';
import { spendCode, throttleCodes } from './second-factor.ts';
import { Confirmation, ConfirmBody } from './second-factor-schema.ts';
import { throttle } from './throttle.ts';

type Dependencies = EntranceServices & { address: Address; ceremonies: PasskeyCeremonies };

/** Confirms an identity again, before actions that could hand the workspace to someone with a stolen cookie. */
export const confirmRoute =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, clock } = services;
    app.get(
      '/account/confirm',
      {
        config: { access: 'self' },
        schema: {
          operationId: 'account.getConfirmation',
          summary: "Check whether you need to confirm it's you",
          description:
            'Answers 403 with `details` about `confirmation` if you do. Programs can ask before they start a download.',
          response: { 200: envelope(Confirmation) },
        },
      },
      async (request) => answer(request, { confirmed_until: toIso(assertConfirmed(request, clock)) }),
    );

    app.post(
      '/account/confirm',
      {
        config: { access: 'self' },
        schema: {
          operationId: 'account.confirm',
          summary: "Confirm it's you",
          description:
            'Signed-in people need a confirmation from the last 15 minutes for operations whose `x-footnote-access` has `confirmation`, or a `condition` that says so. Signing in counts. If you sign in with OpenID Connect, open `/v1/account/oidc/start?fresh=true` instead.',
          body: ConfirmBody,
          response: { 200: envelope(Confirmation) },
        },
      },
      async (request, reply) => {
        const { principal, people } = contextOf(request);
        const account = await ownAccount(stores.live, principal);
        const attempt = await throttle(services, request, account.email, { isKnown: true });
        const now = clock.now();
        const prove = await proofOf(services, request, reply, account);
        const isProved = await people.transaction(async (tx) => {
          if (!(await prove(tx))) return false;
          await tx.signIns.confirm(principal.credentialId as SignInId, now);
          return true;
        });
        if (!isProved) {
          const [field = 'password'] = Object.keys(request.body);
          throw await noteFailedConfirmation(request, field, WRONG[field] ?? 'is wrong');
        }
        await attempt.succeeded();
        return answer(request, { confirmed_until: toIso(now + CONFIRMED_FOR_MS) });
      },
    );
  };

type Prove = (tx: WorkspaceTransaction) => Promise<boolean>;

/** Checks the sent proof. Run it in a transaction: it uses up codes and passkey responses. */
async function proofOf(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  account: AccountRow,
): Promise<Prove> {
  const { password, code, passkey } = request.body as z.output<typeof ConfirmBody>;
  if (passkey) return await passkeyProof(services, request, reply, { account, passkey });
  if (code !== undefined) {
    const attempt = await throttleCodes(services, account.account_id);
    return async (tx) => {
      const isRight = await spendCode(tx, account.account_id, { code, now: services.clock.now() });
      if (isRight) services.afterAnswer(reply, attempt.succeeded);
      return isRight;
    };
  }
  const isRight = await isPassword(password ?? '', account.password_hash);
  return async () => isRight;
}

async function passkeyProof(
  { stores, clock, address, ceremonies }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, passkey }: { account: AccountRow; passkey: z.output<typeof PasskeyAssertion> },
): Promise<Prove> {
  const party = relyingPartyOf(address, request);
  const challenge = await ceremonies.end(request, reply, null);
  if (challenge === undefined) return async () => false;
  const used = await readAssertion(stores.live, { ...party, challenge }, passkey);
  if (!used?.isRight || used.account.account_id !== account.account_id) return async () => false;
  return (tx) => used.note(tx, clock.now());
}

const WRONG: Record<string, string> = {
  password: WRONG_PASSWORD,
  code: 'is wrong or was already used; enter the next one',
  passkey: "isn't a passkey of your account, or its answer came too late or was used before; try again",
};
