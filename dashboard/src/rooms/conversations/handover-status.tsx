import { Badge, type Tone } from '#shared/components/badge.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Conversation } from './conversation-queries.ts';

const words = rooms.handover;

type Status = NonNullable<Conversation['handover']>['status'];

const TONES: Record<Status, Tone> = { open: 'warning', assigned: 'accent', resolved: 'plain' };

/** How far the hand-over of a conversation is. */
export const HandoverStatus = ({ status }: { status: Status }) => (
  <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
);
