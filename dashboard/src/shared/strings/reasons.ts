export const reasons = {
  easyToGuess: (why: string) =>
    `That password is easy to guess: ${why}. Use a few words that don't belong together.`,
  length: (least: string, most: string) => `Use ${least} to ${most} characters.`,
  /** By how the reasons of the service begin. */
  known: [
    ["isn't the password of your account", 'That password is wrong.'],
    ['must not be your email address', "Your email address can't be your password."],
    ['is wrong or was already used', 'That code is wrong or already used. Enter the next one.'],
    [
      "isn't what the authenticator app shows",
      "That code is wrong. Enter the one your app shows now. If that's wrong too, check your phone's clock.",
    ],
  ] as const,
};
