import type { Tables } from './tables.ts';

/** A table that outlives the processes: tickets belong to turns under way, and so do the chats and counts of a minute. */
export type TableName = Exclude<keyof Tables, 'turn_tickets' | 'running_chats' | 'rate_counts'>;

type ColumnKind<Value> =
  Exclude<Value, null> extends string
    ? 'text'
    : Exclude<Value, null> extends number
      ? 'integer' | 'real'
      : 'bytes';

type TableColumns<Row> = {
  /** The columns of the primary key, in its order. */
  key: readonly (keyof Row & string)[];
  columns: { [Column in keyof Row]-?: ColumnKind<Row[Column]> };
  /** What means something to the process alone that wrote it, and is empty in a copy. */
  transient?: readonly (keyof Row & string)[];
};

/** The tables with their keys and the kinds of their columns, for what goes through all of them. In the order in which they
 *  can be filled: each comes after those that it refers to, and jobs come last, so that none is run before what it works
 *  on is there. */
const TABLE_COLUMNS = {
  workspaces: {
    key: ['workspace_id'],
    columns: { workspace_id: 'text', name: 'text', created_at: 'integer', updated_at: 'integer' },
  },
  environment_settings: { key: ['name'], columns: { name: 'text', value: 'text' } },
  api_keys: {
    key: ['workspace_id', 'key_id'],
    columns: {
      workspace_id: 'text',
      key_id: 'text',
      name: 'text',
      scope: 'text',
      secret_hash: 'text',
      last_four: 'text',
      created_at: 'integer',
      last_used_at: 'integer',
      expires_at: 'integer',
      revoked_at: 'integer',
      knowledge_base_ids: 'text',
    },
  },
  knowledge_bases: {
    key: ['workspace_id', 'knowledge_base_id'],
    columns: {
      workspace_id: 'text',
      knowledge_base_id: 'text',
      name: 'text',
      description: 'text',
      is_default: 'integer',
      embedding_choice: 'text',
      index_version: 'text',
      index_error: 'text',
      created_at: 'integer',
      updated_at: 'integer',
    },
  },
  agents: {
    key: ['workspace_id', 'agent_id'],
    columns: {
      workspace_id: 'text',
      agent_id: 'text',
      name: 'text',
      status: 'text',
      welcome_message: 'text',
      fallback_message: 'text',
      system_prompt: 'text',
      response_length: 'text',
      min_confidence: 'real',
      temperature: 'real',
      created_at: 'integer',
      updated_at: 'integer',
    },
  },
  agent_knowledge_bases: {
    key: ['workspace_id', 'agent_id', 'knowledge_base_id'],
    columns: { workspace_id: 'text', agent_id: 'text', knowledge_base_id: 'text', position: 'integer' },
  },
  sources: {
    key: ['workspace_id', 'source_id'],
    columns: {
      workspace_id: 'text',
      source_id: 'text',
      knowledge_base_id: 'text',
      type: 'text',
      name: 'text',
      url: 'text',
      file_name: 'text',
      mime_type: 'text',
      size_bytes: 'integer',
      content_sha256: 'text',
      status: 'text',
      stage: 'text',
      progress: 'real',
      error: 'text',
      revision: 'integer',
      indexed_revision: 'integer',
      chunk_count: 'integer',
      tags: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      indexed_at: 'integer',
      duplicate_of: 'text',
      canonical_url: 'text',
      etag: 'text',
      last_modified: 'text',
      fetched_at: 'integer',
      refresh_interval_hours: 'integer',
      refresh_at: 'integer',
      refresh_error: 'text',
      crawl_id: 'text',
    },
  },
  source_tags: {
    key: ['workspace_id', 'tag', 'source_id'],
    columns: { workspace_id: 'text', tag: 'text', source_id: 'text' },
  },
  source_history: {
    key: ['workspace_id', 'source_id', 'entry_id'],
    columns: {
      workspace_id: 'text',
      source_id: 'text',
      entry_id: 'text',
      action: 'text',
      actor_type: 'text',
      actor_id: 'text',
      actor_name: 'text',
      details: 'text',
      created_at: 'integer',
    },
  },
  source_files: {
    key: ['workspace_id', 'source_id', 'revision', 'part'],
    columns: {
      workspace_id: 'text',
      source_id: 'text',
      revision: 'integer',
      part: 'integer',
      bytes: 'bytes',
    },
  },
  source_texts: {
    key: ['workspace_id', 'source_id', 'revision'],
    columns: { workspace_id: 'text', source_id: 'text', revision: 'integer', text: 'text', outline: 'text' },
  },
  chunks: {
    key: ['workspace_id', 'source_id', 'revision', 'position'],
    columns: {
      workspace_id: 'text',
      source_id: 'text',
      revision: 'integer',
      position: 'integer',
      start_offset: 'integer',
      end_offset: 'integer',
      page: 'integer',
      heading: 'text',
      text: 'text',
    },
  },
  segments: {
    key: ['workspace_id', 'source_id', 'index_version'],
    columns: {
      workspace_id: 'text',
      knowledge_base_id: 'text',
      source_id: 'text',
      revision: 'integer',
      index_version: 'text',
      chunk_count: 'integer',
      bytes: 'bytes',
    },
  },
  crawls: {
    key: ['workspace_id', 'crawl_id'],
    columns: {
      workspace_id: 'text',
      crawl_id: 'text',
      knowledge_base_id: 'text',
      url: 'text',
      mode: 'text',
      max_pages: 'integer',
      max_depth: 'integer',
      tags: 'text',
      refresh_interval_hours: 'integer',
      status: 'text',
      error: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      ended_at: 'integer',
      started_by: 'text',
    },
  },
  crawl_pages: {
    key: ['workspace_id', 'crawl_id', 'position'],
    columns: {
      workspace_id: 'text',
      crawl_id: 'text',
      position: 'integer',
      url: 'text',
      kind: 'text',
      depth: 'integer',
      status: 'text',
      source_id: 'text',
      reason: 'text',
    },
  },
  evaluations: {
    key: ['workspace_id', 'evaluation_id'],
    columns: {
      workspace_id: 'text',
      evaluation_id: 'text',
      name: 'text',
      status: 'text',
      progress: 'real',
      knowledge_base_ids: 'text',
      search_types: 'text',
      question_count: 'integer',
      questions: 'text',
      results: 'text',
      outcomes: 'text',
      error: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      ended_at: 'integer',
    },
  },
  conversations: {
    key: ['workspace_id', 'agent_id', 'session_id'],
    columns: {
      workspace_id: 'text',
      agent_id: 'text',
      session_id: 'text',
      message_count: 'integer',
      metadata: 'text',
      started_at: 'integer',
      last_activity_at: 'integer',
    },
  },
  messages: {
    key: ['workspace_id', 'agent_id', 'session_id', 'message_id'],
    columns: {
      workspace_id: 'text',
      agent_id: 'text',
      session_id: 'text',
      message_id: 'text',
      role: 'text',
      text: 'text',
      confidence: 'real',
      confidence_reason: 'text',
      sources: 'text',
      citations: 'text',
      is_degraded: 'integer',
      usage: 'text',
      rating: 'text',
      comment: 'text',
      is_fallback: 'integer',
      duration_ms: 'integer',
      created_at: 'integer',
    },
  },
  message_sources: {
    key: ['workspace_id', 'source_id', 'message_id'],
    columns: { workspace_id: 'text', source_id: 'text', message_id: 'text' },
  },
  accounts: {
    key: ['account_id'],
    columns: {
      account_id: 'text',
      email: 'text',
      name: 'text',
      password_hash: 'text',
      identity: 'text',
      created_at: 'integer',
      last_sign_in_at: 'integer',
    },
  },
  members: {
    key: ['workspace_id', 'account_id'],
    columns: {
      workspace_id: 'text',
      account_id: 'text',
      role: 'text',
      created_at: 'integer',
    },
  },
  invitations: {
    key: ['workspace_id', 'invitation_id'],
    columns: {
      workspace_id: 'text',
      invitation_id: 'text',
      role: 'text',
      email: 'text',
      secret_hash: 'text',
      invited_by: 'text',
      created_at: 'integer',
      expires_at: 'integer',
    },
  },
  sign_ins: {
    key: ['workspace_id', 'sign_in_id'],
    columns: {
      workspace_id: 'text',
      sign_in_id: 'text',
      account_id: 'text',
      secret_hash: 'text',
      user_agent: 'text',
      created_at: 'integer',
      last_seen_at: 'integer',
      expires_at: 'integer',
    },
  },
  audit_log: {
    key: ['workspace_id', 'entry_id'],
    columns: {
      workspace_id: 'text',
      entry_id: 'text',
      actor_type: 'text',
      actor_id: 'text',
      actor_name: 'text',
      action: 'text',
      subject_id: 'text',
      details: 'text',
      created_at: 'integer',
    },
  },
  events: {
    key: ['workspace_id', 'event_id'],
    columns: {
      workspace_id: 'text',
      event_id: 'text',
      type: 'text',
      subject_id: 'text',
      data: 'text',
      created_at: 'integer',
    },
  },
  webhooks: {
    key: ['workspace_id', 'webhook_id'],
    columns: {
      workspace_id: 'text',
      webhook_id: 'text',
      url: 'text',
      description: 'text',
      events: 'text',
      is_enabled: 'integer',
      disabled_reason: 'text',
      secret: 'text',
      previous_secret: 'text',
      previous_secret_until: 'integer',
      failing_since: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
  },
  deliveries: {
    key: ['workspace_id', 'delivery_id'],
    columns: {
      workspace_id: 'text',
      delivery_id: 'text',
      webhook_id: 'text',
      event_id: 'text',
      subject_id: 'text',
      status: 'text',
      attempt_count: 'integer',
      next_attempt_at: 'integer',
      attempts: 'text',
      created_at: 'integer',
      ended_at: 'integer',
    },
  },
  usage_counts: {
    key: ['workspace_id', 'day', 'actor_id', 'metric'],
    columns: {
      workspace_id: 'text',
      day: 'text',
      actor_id: 'text',
      metric: 'text',
      amount: 'integer',
    },
  },
  idempotent_requests: {
    key: ['workspace_id', 'idempotency_key'],
    columns: {
      workspace_id: 'text',
      idempotency_key: 'text',
      actor_id: 'text',
      request_hash: 'text',
      lease_until: 'integer',
      lease_token: 'text',
      status: 'integer',
      location: 'text',
      body: 'text',
      source_ids: 'text',
      created_at: 'integer',
    },
  },
  dismissed_gaps: {
    key: ['workspace_id', 'gap_key'],
    columns: { workspace_id: 'text', gap_key: 'text', question: 'text', dismissed_at: 'integer' },
  },
  publishable_tokens: {
    key: ['workspace_id', 'token_id'],
    columns: {
      workspace_id: 'text',
      token_id: 'text',
      agent_id: 'text',
      name: 'text',
      token: 'text',
      allowed_origins: 'text',
      is_enabled: 'integer',
      messages_per_minute: 'integer',
      created_at: 'integer',
      last_used_at: 'integer',
    },
  },
  jobs: {
    key: ['workspace_id', 'job_id'],
    columns: {
      workspace_id: 'text',
      job_id: 'text',
      kind: 'text',
      lane: 'text',
      subject_id: 'text',
      payload: 'text',
      run_at: 'integer',
      lease_until: 'integer',
      lease_token: 'text',
      attempts: 'integer',
      failures: 'integer',
      created_at: 'integer',
    },
    transient: ['lease_until', 'lease_token'],
  },
} as const satisfies { [Name in TableName]: TableColumns<Tables[Name]> };

/** The names of all tables, in the order of TABLE_COLUMNS. */
export const TABLE_NAMES = Object.keys(TABLE_COLUMNS) as TableName[];

/** What TABLE_COLUMNS says of a table that is known by name alone. */
export const columnsOf = (table: TableName) =>
  TABLE_COLUMNS[table] as {
    key: readonly string[];
    columns: Readonly<Record<string, 'text' | 'integer' | 'real' | 'bytes'>>;
    transient?: readonly string[];
  };
