import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
import { idParams } from '#records/fields.ts';
import { appearanceOf, SetWidgetAppearance, WidgetAppearance } from '#records/widget-appearance.ts';
import type { Services } from '#services.ts';
import type { WidgetLogoRow } from '#storage/tables.ts';
import { agentOfPath } from './agent-of-path.ts';
import { assertMayPublish } from './assert-may-publish.ts';
import { imageTypeOf } from './image-type.ts';

const params = idParams('agent', 'agt');
const CONDITION =
  'While the agent has an enabled publishable token: for those who may publish, as visitors see it at once.';

const Logo = z
  .object({
    media_type: z.enum(['image/png', 'image/jpeg', 'image/webp']).meta({ description: 'As its bytes say.' }),
    size_bytes: z.int().meta({ description: 'Its size.' }),
    content: z.string().meta({ description: 'The image, in base64.' }),
  })
  .meta({ id: 'WidgetLogo', description: 'The logo of a chat widget.' });

const NewLogo = z
  .strictObject({
    content: z
      .base64('must be an image in base64')
      .max(
        Math.ceil(LIMITS.widgetLogoBytes / 3) * 4,
        `must have at most ${LIMITS.widgetLogoBytes / 1_024} KB`,
      )
      .meta({ description: 'A PNG, JPEG or WebP image, in base64.' }),
  })
  .meta({ id: 'NewWidgetLogo', description: 'A logo for the chat widgets of an agent.' });

const WidgetDesign = z
  .object({ appearance: WidgetAppearance, logo: Logo.nullable().meta({ description: 'Null without one.' }) })
  .meta({ id: 'WidgetDesign', description: 'How the chat widgets of an agent look.' });

const toLogo = ({
  media_type,
  bytes,
}: Pick<WidgetLogoRow, 'media_type' | 'bytes'>): z.infer<typeof Logo> => ({
  media_type,
  size_bytes: bytes.length,
  content: Buffer.from(bytes).toString('base64'),
});

/** How the chat widgets of an agent look. */
export const appearanceRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/agents/:id/widget',
      {
        config: { isVersioned: true },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentWidget.get',
          summary: 'Get how the chat widgets of an agent look',
          description: 'With the logo. Its version is that of the agent, for `If-Match`.',
          params,
          response: { 200: envelope(WidgetDesign) },
        },
      },
      async (request) => {
        const agent = agentOfPath.of(request);
        const logo = await contextOf(request).store.widgetLogos.find(agent.agent_id);
        return answer(request, {
          appearance: appearanceOf(agent.widget_appearance),
          logo: logo ? toLogo(logo) : null,
        });
      },
    );

    app.put(
      '/agents/:id/widget',
      {
        config: { isVersioned: true, condition: CONDITION },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentWidget.update',
          summary: 'Set how the chat widgets of an agent look',
          description:
            'Replaces all of it but the logo. Widgets show it at the next visit; attributes of their line of HTML win.',
          params,
          body: SetWidgetAppearance,
          response: { 200: envelope(WidgetAppearance) },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const appearance = request.body;
        return await commit(request, reply, async (tx) => {
          const before = await tx.agents.find(agent_id);
          if (!before) throw notFound('agent', agent_id);
          if (await tx.publishableTokens.isPublished(agent_id)) await mayChange(request, tx);
          const now = clock.now();
          await tx.agents.update(agent_id, {
            widget_appearance: JSON.stringify(appearance),
            updated_at: now,
          });
          const fields = Object.keys(appearance) as (keyof typeof appearance)[];
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.widget_updated',
            subjectId: agent_id,
            details: changedFields(appearanceOf(before.widget_appearance), appearance, fields, [
              'translations',
              'greeting',
              'starter_questions',
            ]),
            now,
          });
          return { data: appearance };
        });
      },
    );

    app.put(
      '/agents/:id/widget/logo',
      {
        config: { condition: CONDITION },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentWidget.setLogo',
          summary: 'Set the logo of the chat widgets of an agent',
          description: `PNG, JPEG or WebP by its bytes, at most ${LIMITS.widgetLogoBytes / 1_024} KB.`,
          params,
          body: NewLogo,
          response: { 200: envelope(Logo) },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const bytes = Buffer.from(request.body.content, 'base64');
        const media_type = imageTypeOf(bytes);
        if (bytes.length > LIMITS.widgetLogoBytes)
          throw invalidField('content', `must have at most ${LIMITS.widgetLogoBytes / 1_024} KB`);
        if (!media_type) throw invalidField('content', 'must be a PNG, JPEG or WebP image');
        const row = {
          agent_id,
          media_type,
          sha256: createHash('sha256').update(bytes).digest('base64url'),
          bytes: new Uint8Array(bytes),
        };
        return await commit(request, reply, async (tx) => {
          if (!(await tx.agents.find(agent_id))) throw notFound('agent', agent_id);
          if (await tx.publishableTokens.isPublished(agent_id)) await mayChange(request, tx);
          await tx.widgetLogos.put(row);
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.widget_updated',
            subjectId: agent_id,
            details: { logo: 'changed' },
            now: clock.now(),
          });
          return { data: toLogo(row) };
        });
      },
    );

    app.delete(
      '/agents/:id/widget/logo',
      {
        config: { condition: CONDITION },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentWidget.removeLogo',
          summary: 'Remove the logo of the chat widgets of an agent',
          description: 'They show none.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        await contextOf(request).store.transaction(async (tx) => {
          if (!(await tx.widgetLogos.find(agent_id))) throw notFound('logo', `of ${agent_id}`);
          if (await tx.publishableTokens.isPublished(agent_id)) await mayChange(request, tx);
          await tx.widgetLogos.remove(agent_id);
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.widget_updated',
            subjectId: agent_id,
            details: { logo: 'removed' },
            now: clock.now(),
          });
        });
        return reply.status(204).send(null);
      },
    );
  };

const mayChange = async (
  request: Parameters<typeof assertMayPublish>[0],
  tx: NonNullable<Parameters<typeof assertMayPublish>[1]>,
): Promise<void> =>
  await assertMayPublish(request, tx, { what: 'Changing how the widgets of a published agent look' });
