/** Tables without a workspace. */
export const OF_NO_WORKSPACE = [
  'accounts',
  'environment_settings',
  'passkeys',
  'schema_migrations',
  'workspace_directory',
];
/** Tables that stay on the coordinator of Citus (docs/deploy.md); the others are spread over its workers. */
export const ON_COORDINATOR = [
  ...OF_NO_WORKSPACE,
  'invitations',
  'jobs',
  'members',
  'rate_counts',
  'running_chats',
  'sign_ins',
  'turn_tickets',
];
/** Tables that upgrades have added to installations on Citus. They are on the coordinator until they are spread. */
export const SPREAD_LATER = [
  'agent_versions',
  'blob_deletions',
  'question_sets',
  'saved_views',
  'segment_packs',
  'source_changes',
  'widget_logos',
];
/** What Citus refused of statements on spread tables, when it was asked; each example is one that it refused. */
export const REFUSED_BY_CITUS = [
  {
    what: 'a change of the column by which rows are spread',
    text: /\b(?:update "?\w+"?(?: as "?\w+"?)?|do update) set (?:(?! where | from | returning ).)*?"?\bworkspace_id"? ?= ?\$/is,
    example: 'update "sign_ins" set "secret_hash" = $1, "workspace_id" = $2 where "sign_in_id" = $3',
  },
  {
    what: 'a subquery in an INSERT of values',
    text: /^\s*insert into .*\bvalues\b.*\(\s*select\b/is,
    example: 'insert into "events" values ($1) returning exists (select "webhook_id" from "webhooks")',
  },
  {
    what: 'a volatile function in an UPDATE',
    text: /^\s*update\b.*\b(?:random|clock_timestamp|timeofday|nextval|gen_random_uuid) ?\(/is,
    example:
      'update "sources" set "updated_at" = extract(epoch from clock_timestamp()) where "workspace_id" = $1',
  },
  {
    what: 'a query that calls itself',
    text: /\bwith recursive\b/i,
    example:
      'with recursive r as (select workspace_id from sources union all select null from r) select * from r',
  },
  {
    what: 'a lock of rows',
    text: /\bfor (?:no key )?(?:update|share)\b/i,
    example: 'select * from sources where status = $1 for update',
  },
  {
    what: 'MERGE',
    text: /\bmerge into\b/i,
    example: 'merge into usage_counts using (select 1) as one on true when matched then do nothing',
  },
  {
    what: 'several groupings at once',
    text: /\b(?:grouping sets|rollup|cube) ?\(/i,
    example: 'select source_id from sources group by grouping sets ((source_id), ())',
  },
];
