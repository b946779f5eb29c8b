import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import type { Principal } from '#records/principal.ts';
import { limitOpenStreams } from './open-streams.ts';

const principal = (workspaceId: string, id: string): Principal =>
  ({ workspaceId, actor: { id } }) as unknown as Principal;
const reply = (): FastifyReply => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

it('a workspace can open a quarter of the streams of a process, however many keys it has', () => {
  const hold = limitOpenStreams({ RATE_LIMITS: { isOn: true, streams: 20 } });
  const first = reply();
  hold(first, principal('wsp_a', 'key_0'));
  for (let count = 1; count < 500; count++)
    hold(reply(), principal('wsp_a', `key_${Math.floor(count / 20)}`));
  expect(() => hold(reply(), principal('wsp_a', 'key_new'))).toThrow(
    /^500 streams and waiting requests are open, the most for one workspace/,
  );
  hold(reply(), principal('wsp_b', 'key_b'));
  first.raw.emit('close');
  hold(reply(), principal('wsp_a', 'key_new'));
});
