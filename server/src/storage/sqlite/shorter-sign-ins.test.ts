import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';

const hour = 3_600_000;
const day = 24 * hour;

it('an upgrade ends existing sign-ins 12 hours after their last use and 30 days after they began', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 9);
  database.exec("INSERT INTO workspaces VALUES ('ws_1', 'A', 0, 0)");
  database.exec("INSERT INTO accounts VALUES ('acc_1', 'a@example.com', 'A', NULL, NULL, 0, NULL)");
  const add = database.prepare(
    `INSERT INTO sign_ins (workspace_id, sign_in_id, account_id, secret_hash, user_agent, created_at, last_seen_at, expires_at)
     VALUES ('ws_1', ?, 'acc_1', ?, '', ?, ?, ?)`,
  );
  add.run('sgn_new', 'a', 0, hour, hour + 30 * day);
  add.run('sgn_old', 'b', 0, 100 * day, 130 * day);
  migrate(database);
  const rows = database
    .prepare('SELECT sign_in_id, expires_at, confirmed_at FROM sign_ins ORDER BY sign_in_id')
    .all();
  expect(rows).toEqual([
    { sign_in_id: 'sgn_new', expires_at: 13 * hour, confirmed_at: null },
    { sign_in_id: 'sgn_old', expires_at: 30 * day, confirmed_at: null },
  ]);
  database.close();
});
