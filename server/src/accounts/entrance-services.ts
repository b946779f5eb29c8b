import type { AfterAnswer } from '#http/after-answer.ts';
import type { Services } from '#services.ts';
import type { SignInCookie } from './cookie.ts';
import type { ThrottleServices } from './throttle.ts';

/** What the ways to sign in need. `stores`: people belong to the live environment, whatever address they came to. */
export type EntranceServices = ThrottleServices &
  Pick<Services, 'log'> & { cookie: SignInCookie; afterAnswer: AfterAnswer };
