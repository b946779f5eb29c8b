import type { AfterAnswer } from '#http/after-answer.ts';
import type { Services } from '#services.ts';
import type { SignInCookie } from './cookie.ts';
import type { ThrottleServices } from './throttle.ts';

/** The services needed to sign in. `stores`: people belong to the live environment, whichever URL they use. */
export type EntranceServices = ThrottleServices &
  Pick<Services, 'log' | 'models'> & {
    cookie: SignInCookie;
    afterAnswer: AfterAnswer;
    /** How the command line is called here. */
    command: string;
  };
