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
