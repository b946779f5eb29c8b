/** Words for a session that ends while a page is open. */
export const session = {
  title: 'Your session ended',
  about: {
    expired:
      'Sessions end after 12 hours without use, and after 30 days at most. Sign in to go on. What you typed stays on the page.',
    ended: 'You were signed out. Sign in to go on. What you typed stays on the page.',
  },
  action: 'Sign in',
  otherAccount: 'Use another account',
  byProvider: 'Sign in in a new tab',
  providerAbout:
    'You sign in through your organisation. Sign in there, then come back to this tab. What you typed stays on the page.',
  notYet: "You aren't signed in yet.",
  check: "I'm signed in",
};
