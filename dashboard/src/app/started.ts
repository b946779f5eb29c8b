/** The mark that the app sets when it starts, before its first request. */
export const STARTED = 'app-started';
