import { textParam } from '#shared/search-params.ts';

/** The filters of the audit log, as in the URL. Days as `2026-11-22`. */
export type AuditLogSearch = {
  action?: string | undefined;
  actor?: string | undefined;
  /** The id of what was changed. */
  thing?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readAuditLogSearch(raw: Record<string, unknown>): AuditLogSearch {
  const { from, to } = raw;
  return {
    ...textParam(raw, 'action'),
    ...textParam(raw, 'actor'),
    ...textParam(raw, 'thing'),
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
  };
}
