/** The columns of an account without an authenticator app. */
export const NO_SECOND_FACTOR = {
  totp_secret: null,
  totp_confirmed_at: null,
  totp_last_step: null,
  recovery_codes: null,
} as const;
