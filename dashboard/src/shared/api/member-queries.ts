import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  Invitation as InvitationSchema,
  Member as MemberSchema,
  NewInvitation as NewInvitationSchema,
} from '#server/members/schema.ts';
import { BY_CURSOR, requestPage } from './request.ts';

export type Member = z.infer<typeof MemberSchema>;
export type Invitation = z.infer<typeof InvitationSchema>;
export type NewInvitation = z.infer<typeof NewInvitationSchema>;

export const MEMBERS = '/v1/members';
export const INVITATIONS = '/v1/invitations';

export const membersQuery = infiniteQueryOptions({
  queryKey: ['members'],
  queryFn: ({ pageParam, signal }) => requestPage<Member>(MEMBERS, { limit: 100, cursor: pageParam }, signal),
  ...BY_CURSOR,
});

export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ pageParam, signal }) =>
    requestPage<Invitation>(INVITATIONS, { limit: 100, cursor: pageParam }, signal),
  ...BY_CURSOR,
});
