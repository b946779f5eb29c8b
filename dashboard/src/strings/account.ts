export const account = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    action: 'Sign in',
    with: (name: string) => `Sign in with ${name}`,
    forgotten:
      'Forgotten? Whoever runs this service can make a new link with: footnote accounts reset-password',
  },
  join: {
    title: (workspace: string) => `Join ${workspace}`,
    setUpTitle: 'Welcome to Footnote',
    setUpAbout: 'Make the account of the owner. It takes an e-mail address and a password.',
    about: (role: string) => `You were invited as ${role}.`,
    name: 'Your name',
    newPassword: 'Password',
    passwordHint: 'At least 12 characters. A few words make a good one.',
    action: 'Create the account',
    broken: 'This link is used up, expired or cut off. Ask whoever sent it for a new one.',
  },
  menu: {
    label: 'Your account',
    signOut: 'Sign out',
    workspaces: 'Workspaces',
  },
};
