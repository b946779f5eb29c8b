/** A comment, a quoted text or name, or a text between dollar signs, in which a semicolon ends no statement. */
const OPAQUE = /--[^\n]*|'[^']*'|"[^"]*"|(\$\w*\$)/y;

/** The statements of a script of ours. Citus hands the text that a change of a table came with on to its workers, which take
 *  one statement at a time. */
export function statementsOf(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let at = 0;
  const end = (): void => {
    const statement = script.slice(start, at).trim();
    if (statement !== '') statements.push(statement);
    start = at + 1;
  };
  while (at < script.length) {
    OPAQUE.lastIndex = at;
    const [opaque, dollars] = OPAQUE.exec(script) ?? [];
    if (script[at] === ';') end();
    if (dollars !== undefined) at = script.indexOf(dollars, at + dollars.length) + dollars.length;
    else at += opaque?.length ?? 1;
  }
  end();
  return statements;
}
