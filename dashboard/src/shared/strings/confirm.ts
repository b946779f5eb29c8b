export const confirm = {
  title: "Confirm it's you",
  about: "This action is sensitive. You won't be asked again for 15 minutes.",
  password: 'Password',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app, or a recovery code.',
  useCode: 'Use a code',
  usePassword: 'Use your password',
  usePasskey: 'Use a passkey',
  passkeyFailed: "The passkey wasn't used. Try again, or use your password.",
  provider: 'Sign in again',
  providerAbout:
    'You sign in through your organisation. Sign in there again. Then you come back to this page and can repeat the action.',
  action: 'Confirm',
};
