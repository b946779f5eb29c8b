import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';

it('an upgrade marks only email addresses that a provider verified as proved', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 9);
  const insert = database.prepare(
    'INSERT INTO accounts (account_id, email, name, password_hash, identity, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  insert.run('acc_1', 'a@example.com', 'A', null, 'https://id.example 1', 7);
  insert.run('acc_2', 'b@example.com', 'B', '$argon2id$', null, 8);
  migrate(database);
  const rows = database.prepare('SELECT account_id, email_proved_at FROM accounts ORDER BY account_id').all();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { account_id: 'acc_1', email_proved_at: 7 },
    { account_id: 'acc_2', email_proved_at: null },
  ]);
});

it('an upgrade knows small talk and the channel of conversations from before', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 11);
  database.exec('PRAGMA foreign_keys = OFF');
  const start = database.prepare(
    'INSERT INTO conversations (workspace_id, agent_id, session_id, message_count, metadata, started_at, last_activity_at) VALUES (?, ?, ?, 2, ?, 1, 1)',
  );
  start.run('ws_1', 'agt_1', 'plain', '{}');
  start.run('ws_1', 'agt_1', 'trial', '{"channel":"dashboard"}');
  const say = database.prepare(
    "INSERT INTO messages (workspace_id, agent_id, session_id, message_id, role, text, confidence, confidence_reason, sources, citations, created_at) VALUES ('ws_1', 'agt_1', 'plain', ?, 'agent', '', 1, ?, '[]', '[]', 1)",
  );
  say.run('msg_1', 'The message is small talk: nothing was looked up to answer it.');
  say.run('msg_2', 'The best sentence says 63% of what is asked.');
  migrate(database);
  const read = (statement: string) =>
    database
      .prepare(statement)
      .all()
      .map((row) => ({ ...row }));
  expect(read('SELECT session_id, channel FROM conversations ORDER BY session_id')).toEqual([
    { session_id: 'plain', channel: null },
    { session_id: 'trial', channel: 'dashboard' },
  ]);
  expect(read('SELECT message_id, kind FROM messages ORDER BY message_id')).toEqual([
    { message_id: 'msg_1', kind: 'small_talk' },
    { message_id: 'msg_2', kind: null },
  ]);
});
