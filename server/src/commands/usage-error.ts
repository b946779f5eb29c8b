/** A command line that says something wrong; the message is for the person who typed it. */
export class UsageError extends Error {}
