/** The order of the turns of a session, for engines that several nodes work on; empty on this one, so that all engines have
 *  the same tables. */
export const turnTickets = `
CREATE TABLE turn_tickets (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  agent_id TEXT NOT NULL, session_id TEXT NOT NULL, ticket_id TEXT NOT NULL, lease_until INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, session_id, ticket_id)
) STRICT, WITHOUT ROWID;
`;
