export const account = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    action: 'Sign in',
    left: 'You have left the workspace, and are in no other. To come back, open the link of a new invitation.',
    with: (name: string) => `Sign in with ${name}`,
    forgotten:
      'Forgotten? Whoever runs this service can make a new link with: footnote accounts reset-password',
  },
  join: {
    title: (workspace: string) => `Join ${workspace}`,
    setUpTitle: 'Welcome',
    setUpAbout: 'Make your account. You become the owner: nobody else has one yet.',
    about: (role: string) => `You were invited as ${role}.`,
    name: 'Your name',
    newPassword: 'Password',
    passwordHint: 'At least 12 characters. A few words make a good one.',
    action: 'Create the account',
    opening: 'Opening the invitation',
    notNow: 'The invitation could not be opened',
    broken: 'This link does not work',
    brokenAbout:
      'It was used, taken back, or cut off on the way, or it has expired. Ask whoever sent it for a new one.',
    toSignIn: 'I have an account: sign in',
  },
  menu: {
    label: 'Your account',
    signOut: 'Sign out',
    account: 'My account',
    workspaces: 'Workspaces',
  },
};
