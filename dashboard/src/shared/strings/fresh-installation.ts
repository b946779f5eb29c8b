/** Words for the sign-in page of an installation without any account. */
export const freshInstallation = {
  title: 'Almost there',
  about:
    'This installation has no account yet. Open the set-up link that Footnote printed in its terminal or log when it first started.',
  lost: 'No link, or older than seven days? Create a new one on the server with:',
  command: (command: string) => `${command} accounts invite --role owner`,
};
