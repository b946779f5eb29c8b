import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { ActorOfChange } from '#records/audit.ts';
import { pageQuery, resourceName, text, timestamp } from '#records/fields.ts';
import type { SavedViewRow } from '#storage/tables.ts';

const SavedList = z.enum(['conversations', 'sources']).meta({
  id: 'SavedList',
  description: 'A list that can have saved views.',
});

const value = text(LIMITS.filterOfAViewCharacters);

const filters = z
  .record(
    z.string().regex(/^[a-z][a-z_]{0,63}$/, 'must have names of lower-case letters and underscores'),
    z.union([
      value,
      z
        .array(value)
        .max(
          LIMITS.valuesOfAViewFilter,
          `must have at most ${LIMITS.valuesOfAViewFilter} values of a filter`,
        ),
    ]),
  )
  .refine(
    (record) => Object.keys(record).length <= LIMITS.filtersOfAView,
    `must have at most ${LIMITS.filtersOfAView} filters`,
  )
  .meta({
    description:
      'Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing.',
  });

const isShared = z
  .boolean()
  .meta({ description: 'Whether everyone in the workspace sees it, or only its owner.' });

export const CreateSavedView = z
  .strictObject({
    resource: SavedList.meta({ description: 'Whose filters it has.' }),
    name: resourceName,
    filters,
    is_shared: isShared.default(false),
  })
  .meta({ id: 'CreateSavedView', description: 'Filters of a list under a name.' });

export const UpdateSavedView = z
  .strictObject({
    name: resourceName.optional(),
    filters: filters.optional(),
    is_shared: isShared.optional(),
  })
  .meta({ id: 'UpdateSavedView', description: 'Changes of a saved view. What is left out stays.' });

export const ListSavedViewsQuery = z.strictObject({
  ...pageQuery,
  resource: SavedList.optional().meta({ description: 'Only views of this list.' }),
});

export const SavedView = z
  .object({
    id: z.string().meta({ description: 'Prefix `view_`.' }),
    resource: SavedList,
    name: z.string().meta({ description: 'What people call it.' }),
    filters: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .meta({ description: 'Parameters of the list.' }),
    is_shared: isShared,
    owner: ActorOfChange.meta({ description: 'Who made it.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SavedView', description: 'Filters of a list under a name, of one person or of all.' });

export const toSavedView = (row: SavedViewRow): z.infer<typeof SavedView> => ({
  id: row.view_id,
  resource: row.list,
  name: row.name,
  filters: JSON.parse(row.filters) as z.infer<typeof SavedView>['filters'],
  is_shared: row.is_shared === 1,
  owner: { type: row.owner_type, id: row.owner_id, name: row.owner_name },
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});
