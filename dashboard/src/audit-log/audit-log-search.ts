/** What the audit log is filtered by, as it stands in the address. Days as `2026-11-22`. */
export type AuditLogSearch = {
  action?: string | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readAuditLogSearch(search: Record<string, unknown>): AuditLogSearch {
  const { action, actor, from, to } = search;
  return {
    ...(typeof action === 'string' && { action }),
    ...(typeof actor === 'string' && { actor }),
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
  };
}
