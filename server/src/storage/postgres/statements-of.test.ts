import { expect, it } from 'vitest';
import { statementsOf } from './statements-of.ts';

it('splits a script at the semicolons that end a statement', () => {
  const quoted = `UPDATE a SET b = 'it''s; here' WHERE "c;d" = 1 -- and; so on`;
  const body = 'DO $x$ BEGIN PERFORM 1; CREATE FUNCTION f() AS $$ SELECT 1; $$; END $x$';
  expect(statementsOf(`\nSELECT 1;;\n${quoted}\n;${body}; \n`)).toEqual(['SELECT 1', quoted, body]);
});
