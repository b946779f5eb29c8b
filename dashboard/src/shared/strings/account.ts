export const account = {
  signIn: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    action: 'Sign in',
    left: "You left the workspace and aren't in another. To come back, you need a new invitation.",
    /** By the codes that the service sends back with. */
    failures: {
      not_invited: 'No one has invited your email address. Ask an admin for an invitation to it.',
      email_not_verified:
        "Your provider hasn't verified your email address. Verify it there, then sign in again.",
      other_identity:
        'The account with your email address belongs to someone else at the provider. Ask an admin to remove it.',
      not_begun_here: "This sign-in didn't start in this browser, or it took too long. Start again.",
      account_unproved:
        "There is an account with your email address, but the address was never verified. If it's yours, sign in with its password and connect it under My account. Otherwise ask an admin for an invitation to your address.",
      last_owner:
        "There is an account with your email address that was never verified, and it's the only owner of a workspace. If it's yours, sign in with its password and connect it under My account. Otherwise ask the person who runs this service to reset the password with footnote accounts reset-password.",
      too_many_attempts: 'Too many sign-in attempts from your network. Try again in a minute.',
      failed: "The sign-in didn't work. Try again.",
    },
    sessions: {
      expired:
        'Your session has expired. Sessions end after 12 hours without use, and after 30 days at most. Sign in to continue where you were.',
      ended:
        'You were signed out. You may have been removed from the workspace, or your role or password was changed.',
    },
    passkey: 'Sign in with a passkey',
    passkeyFailed: "The passkey wasn't used. Try again, or sign in with your password.",
    codeTitle: 'Enter your code',
    codeAbout: 'Open your authenticator app for the six-digit code. Lost your phone? Enter a recovery code.',
    code: 'Code',
    back: 'Back',
    with: (name: string) => `Sign in with ${name}`,
    forgotten: 'Forgot your password? Ask the person who runs this service to reset it with:',
    resetCommand: (command: string) => `${command} accounts reset-password EMAIL`,
  },
  join: {
    title: (workspace: string) => `Join ${workspace}`,
    setUpTitle: 'Welcome',
    setUpAbout: "Create your account. You'll be the workspace owner.",
    about: (role: string) => `You were invited as ${role}.`,
    name: 'Your name',
    newPassword: 'Password',
    passwordHint: 'At least 12 characters. A few words make a good one.',
    action: 'Create account',
    hasAccount: 'I have an account',
    noAccount: 'Create a new account',
    noSuchAccount: 'No account has this email address. Check it, or create a new account.',
    takenAddress: 'This email address already has an account. Enter its password, or use another address.',
    takenBound: 'This email address already has an account. Enter its password.',
    opening: 'Opening the invitation',
    notNow: "The invitation couldn't be opened",
    broken: "This link doesn't work",
    brokenAbout:
      'It was used or revoked, has expired, or is incomplete. Ask the person who sent it for a new one.',
    claimable:
      "This email address has an account with another password. If it's yours, enter that password. If someone else made it, take it over with the password you typed: they are signed out and lose everything it gave them.",
    takeOver: 'Take over account',
    toSignIn: 'I have an account: sign in',
  },
  menu: {
    label: 'Your account',
    signOut: 'Sign out',
    account: 'My account',
  },
};
