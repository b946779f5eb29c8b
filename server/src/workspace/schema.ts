import { z } from 'zod';
import { requiredText, timestamp } from '#http/fields.ts';
import { RoleSchema } from '#http/roles.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Membership } from '#storage/store.ts';
import type { WorkspaceRow } from '#storage/tables.ts';

export const Workspace = z
  .object({
    id: z.string().meta({ description: 'Prefix `ws_`.' }),
    name: z.string(),
    environment: z.enum(['live', 'sandbox']),
    default_knowledge_base_id: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Workspace' });

export const UpdateWorkspace = z
  .strictObject({ name: requiredText(LIMITS.nameCharacters).optional() })
  .meta({ id: 'UpdateWorkspace' });

export const WorkspaceOfPerson = z
  .object({
    id: z.string().meta({ description: 'Prefix `ws_`.' }),
    name: z.string().meta({ description: 'In the live environment.' }),
    role: RoleSchema,
  })
  .meta({ id: 'WorkspaceOfPerson' });

export const toWorkspaceOfPerson = ({
  workspace_id,
  name,
  role,
}: Membership): z.infer<typeof WorkspaceOfPerson> => ({ id: workspace_id, name, role });

export const CreateWorkspace = z
  .strictObject({ name: requiredText(LIMITS.nameCharacters) })
  .meta({ id: 'CreateWorkspace' });

export const DeleteWorkspaceQuery = z.strictObject({
  name: requiredText(LIMITS.nameCharacters).meta({ description: 'That of the workspace, as confirmation.' }),
});

export const toWorkspace = (
  row: WorkspaceRow,
  environment: Environment,
  defaultKnowledgeBaseId: KnowledgeBaseId,
): z.infer<typeof Workspace> => ({
  id: row.workspace_id,
  name: row.name,
  environment,
  default_knowledge_base_id: defaultKnowledgeBaseId,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});
