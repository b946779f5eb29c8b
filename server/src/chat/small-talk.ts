/** The answer to a greeting, or undefined when the message is a question. */
export function answerSmallTalk(message: string): string | undefined {
  return /^\s*(?:hi|hello)\W*$/i.test(message) ? 'Hello! What would you like to know?' : undefined;
}
