import type { ViewId } from '#lib/ids.ts';
import type { SavedViewRow } from '#storage/tables.ts';

/** A view that only its owner sees. */
export const newView = (
  view_id: ViewId,
  more: Partial<SavedViewRow> = {},
): Omit<SavedViewRow, 'workspace_id'> => ({
  view_id,
  list: 'conversations',
  name: 'acorn',
  filters: '{"state":"open"}',
  is_shared: 0,
  owner_type: 'account',
  owner_id: 'acc_1',
  owner_name: 'Ada',
  created_at: 1,
  updated_at: 1,
  ...more,
});
