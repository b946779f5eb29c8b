/** Statements that serve the whole environment. isHot: a request waits for it. isLate: it may run after the test has
 *  ended, or only during an upgrade. */
export const OF_ALL_WORKSPACES: { why: string; text: RegExp; isHot: boolean; isLate?: true }[] = [
  {
    why: 'a key that an older node has made',
    text: /from "api_keys" where "secret_hash" = \$1$/,
    isHot: false,
    isLate: true,
  },
  {
    why: 'a publishable token that an older node has made',
    text: /from "publishable_tokens" where "token" = \$1$/,
    isHot: false,
    isLate: true,
  },
  { why: 'jobs are claimed in turn between workspaces', text: /WITH RECURSIVE lane_workspaces/, isHot: true },
  {
    why: 'the queue sleeps until the next job is due',
    text: /"due_at" from "jobs" where "lane" = \$1 order by/,
    isHot: true,
  },
  {
    why: 'every minute: sources that nobody is at work on',
    text: /from "workspaces" inner join "sources"/,
    isHot: false,
  },
  {
    why: 'every minute: sources that a deep model has yet to read',
    text: /from "workspaces" where \(exists \(select "sources"/,
    isHot: false,
  },
  { why: 'every minute: pages whose time has come', text: /from "sources" left join "jobs"/, isHot: false },
  {
    why: 'every minute: crawls that nobody goes on with',
    text: /from "crawls" left join "jobs"/,
    isHot: false,
  },
  {
    why: 'every minute: connectors that are due',
    text: /from "connectors" left join "jobs"/,
    isHot: false,
  },
  {
    why: 'every minute: indexes that nobody builds',
    text: /from "knowledge_bases" left join "jobs"/,
    isHot: false,
  },
  {
    why: 'every minute: sessions that nobody goes on with',
    text: /from "conversations" where "last_activity_at" </,
    isHot: false,
  },
  {
    why: 'every minute: conversations of an older version, whose words are not in the index yet',
    text: /from "conversations" where "searchable_count" <>/,
    isHot: false,
  },
  {
    why: 'every minute: events that nobody asks for any more',
    text: /from "events" left join "deliveries"/,
    isHot: false,
  },
  {
    why: 'a sign-in is found by the hash of its cookie, whichever workspace it shows',
    text: /from "sign_ins" where "secret_hash" = \$1$/,
    isHot: true,
  },
  {
    why: 'people are signed in by several browsers, and not for one workspace',
    text: /from "sign_ins" where "account_id" = \$1/,
    isHot: true,
  },
  {
    why: 'an invitation is found by the hash of its link',
    text: /from "invitations" where "secret_hash" = \$1$/,
    isHot: true,
  },
  {
    why: 'whom the provider vouches for may be invited anywhere',
    text: /from "invitations" where "email" = \$1/,
    isHot: true,
  },
  {
    why: 'the workspaces of a person',
    text: /from "members" where "account_id" = \$1 order by/,
    isHot: true,
  },
  {
    why: 'doctor: workspaces without an owner',
    text: /select "workspace_id", "name" from "workspaces" order by/,
    isHot: false,
  },
  {
    why: 'doctor: owners',
    text: /select "workspace_id" from "members" where "role" = \$1$/,
    isHot: false,
  },
  {
    why: 'doctor: invitations of owners',
    text: /select "workspace_id" from "invitations" where "role" = \$1 and/,
    isHot: false,
  },
  { why: 'metrics: jobs that wait', text: /FROM jobs GROUP BY lane/, isHot: false },
  {
    why: 'metrics: deliveries that have not ended',
    text: /from "deliveries" where "status" = \$1$/,
    isHot: false,
  },
  {
    why: 'every minute: the answers of requests of the day before',
    text: /delete from "idempotent_requests" where \("workspace_id", "idempotency_key"\) in/,
    isHot: false,
  },
  {
    why: 'every minute: uploads that have expired',
    text: /select "workspace_id", "upload_id" from "uploads" where "expires_at" <=/,
    isHot: false,
  },
  {
    why: 'every minute: archives whose records have expired',
    text: /select "workspace_id", "archive_id" from "archives" where "expires_at" <=/,
    isHot: false,
  },
  {
    why: 'every minute: files to move to the store of BLOB_STORE',
    text: /from "source_files" where part = 0/,
    isHot: false,
  },
  {
    why: 'every minute: files to move back from it',
    text: /from "source_files" where "blob_key" is not null limit/,
    isHot: false,
  },
  {
    why: 'every minute: objects that no row names',
    text: /from "blob_deletions" where "due_at" <=/,
    isHot: false,
  },
  {
    why: 'every minute: counts of requests that are over',
    text: /delete from "rate_counts" where "window_start" </,
    isHot: false,
  },
  {
    why: 'an attempt to sign in that succeeded is not counted, and belongs to no workspace',
    text: /update "rate_counts" set "count" = "count" - \$1/,
    isHot: false,
  },
  {
    why: 'the first start asks whether there is a workspace',
    text: /select "workspace_id" from "workspaces" order by/,
    isHot: false,
  },
];
