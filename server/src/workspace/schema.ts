import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import { requiredName, requiredText, timestamp } from '#records/fields.ts';
import { RoleSchema } from '#records/roles.ts';
import { ChangeTokenBudget, TokenBudget, toTokenBudget } from '#records/token-budget.ts';
import type { Membership } from '#storage/store.ts';
import type { WorkspaceRow } from '#storage/tables.ts';

export const Workspace = z
  .object({
    id: z.string().meta({ description: 'Prefix `ws_`.' }),
    name: z.string(),
    environment: z.enum(['live', 'sandbox']),
    default_knowledge_base_id: z.string(),
    members_may_publish: z.boolean().meta({
      description: 'Whether members and read_write keys can create publishable tokens, as admins can.',
    }),
    token_budget: TokenBudget,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Workspace' });

export const UpdateWorkspace = z
  .strictObject({
    name: requiredName(LIMITS.nameCharacters).optional(),
    members_may_publish: z.boolean().optional().meta({
      description: 'Existing tokens stay valid if you turn it off.',
    }),
    token_budget: ChangeTokenBudget.optional(),
  })
  .meta({ id: 'UpdateWorkspace' });

export const WorkspaceOfPerson = z
  .object({
    id: z.string().meta({ description: 'Prefix `ws_`.' }),
    name: z.string().meta({ description: 'The name in the live environment.' }),
    role: RoleSchema,
  })
  .meta({ id: 'WorkspaceOfPerson' });

export const toWorkspaceOfPerson = ({
  workspace_id,
  name,
  role,
}: Pick<Membership, 'workspace_id' | 'name' | 'role'>): z.infer<typeof WorkspaceOfPerson> => ({
  id: workspace_id,
  name,
  role,
});

export const CreateWorkspace = z
  .strictObject({ name: requiredName(LIMITS.nameCharacters) })
  .meta({ id: 'CreateWorkspace' });

export const DeleteWorkspaceQuery = z.strictObject({
  name: requiredText(LIMITS.nameCharacters).meta({
    description: 'The name of the workspace, as confirmation.',
  }),
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
  members_may_publish: row.members_may_publish === 1,
  token_budget: toTokenBudget(row),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});

const Model = z.object({ provider: z.string(), name: z.string() });

/** The configuration of the installation. */
export const Configuration = z
  .object({
    version: z.string(),
    environment: z.enum(['live', 'sandbox']),
    models: z.object({
      chat: Model.optional().meta({
        description: 'Absent if replies consist of sentences of the sources.',
      }),
      embedding: Model.extend({
        choices: z.array(z.string()).meta({ description: 'The models that a knowledge base can use.' }),
      }),
      reranker: Model.optional(),
    }),
    limits: z.object({
      file_bytes: z.int(),
      pages: z.int(),
      content_characters: z.int(),
      message_characters: z.int(),
      query_characters: z.int(),
      tags: z.int(),
      knowledge_bases_of_an_agent: z.int(),
      crawl_pages: z.int(),
      conversation_retention_days: z.int().optional().meta({
        description: 'Conversations without activity for this long are deleted; absent if all are kept.',
      }),
    }),
  })
  .meta({ id: 'Configuration' });
