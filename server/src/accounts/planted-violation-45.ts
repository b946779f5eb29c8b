import '#members/new-invitation.ts';
