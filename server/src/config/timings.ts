/** Times and counts that operators have no reason to change. Tests shorten them through readConfig. */
export const TIMINGS = {
  /** Attempts before a job is given up. */
  JOB_ATTEMPTS: 5,
  /** A running job without a heartbeat for this long is run again. */
  JOB_LEASE_SECONDS: 30,
  /** How often to look for pages to refresh, expired records and lost jobs. */
  WATCH_SECONDS: 60,
  /** By when a row that names a new object must have been committed. Later, the object is deleted. */
  BLOB_COMMIT_SECONDS: 24 * 3_600,
  /** How long an object stays in the bucket after its row was deleted, so that a backup under way can still read it. */
  BLOB_KEPT_SECONDS: 6 * 3_600,
  /** How long a webhook may take to answer. */
  WEBHOOK_TIMEOUT_SECONDS: 15,
};

export type Timings = Readonly<typeof TIMINGS>;
