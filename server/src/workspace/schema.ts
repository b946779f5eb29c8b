import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import { environment, requiredText, resourceName, timestamp } from '#records/fields.ts';
import { RoleSchema } from '#records/roles.ts';
import { ChangeTokenBudget, TokenBudget, toTokenBudget } from '#records/token-budget.ts';
import type { Membership } from '#storage/store.ts';
import type { WorkspaceRow } from '#storage/tables.ts';

export const Workspace = z
  .object({
    id: z.string().meta({ description: 'Prefix `ws_`.' }),
    name: z.string().meta({ description: 'What its members call it.' }),
    environment,
    default_knowledge_base_id: z
      .string()
      .meta({ description: 'Where sources go that name no knowledge base.' }),
    members_may_publish: z.boolean().meta({
      description: 'Whether members and read_write keys can create publishable tokens, as admins can.',
    }),
    token_budget: TokenBudget,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Workspace', description: 'A workspace in one environment.' });

export const UpdateWorkspace = z
  .strictObject({
    name: resourceName.optional(),
    members_may_publish: z.boolean().optional().meta({
      description: 'Existing tokens stay valid if you turn it off.',
    }),
    token_budget: ChangeTokenBudget.optional(),
  })
  .meta({ id: 'UpdateWorkspace', description: 'Changes of the workspace.' });

export const WorkspaceOfPerson = z
  .object({
    id: z.string().meta({ description: 'Prefix `ws_`.' }),
    name: z.string().meta({ description: 'The name in the live environment.' }),
    role: RoleSchema,
  })
  .meta({ id: 'WorkspaceOfPerson', description: 'A workspace that you are a member of.' });

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
  .strictObject({ name: resourceName })
  .meta({ id: 'CreateWorkspace', description: 'A new workspace.' });

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

const Model = z.object({
  provider: z.string().meta({ description: 'Who runs it.' }),
  name: z.string().meta({ description: 'As the provider calls it.' }),
});

/** The configuration of the installation. */
export const Configuration = z
  .object({
    version: z.string().meta({ description: 'The version of Footnote.' }),
    environment,
    models: z
      .object({
        chat: Model.optional().meta({
          description: 'Absent if replies consist of sentences of the sources.',
        }),
        embedding: Model.extend({
          choices: z.array(z.string()).meta({ description: 'The models that a knowledge base can use.' }),
        }).meta({ description: 'The default of new knowledge bases.' }),
        reranker: Model.optional().meta({ description: 'Reads the best results again; absent without one.' }),
      })
      .meta({ description: 'The models in use.' }),
    limits: z
      .object({
        file_bytes: z.int().meta({ description: 'Bytes of an uploaded file.' }),
        pages: z.int().meta({ description: 'Pages or slides of a document.' }),
        content_characters: z.int().meta({ description: 'Characters of a text source.' }),
        message_characters: z.int().meta({ description: 'Characters of a chat message.' }),
        query_characters: z.int().meta({ description: 'Characters of a query.' }),
        tags: z.int().meta({ description: 'Tags of a source.' }),
        knowledge_bases_of_an_agent: z.int().meta({ description: 'Knowledge bases of an agent.' }),
        crawl_pages: z.int().meta({ description: 'Pages of a crawl.' }),
        conversation_retention_days: z.int().optional().meta({
          description: 'Conversations without activity for this long are deleted; absent if all are kept.',
        }),
      })
      .meta({ description: 'The largest values that forms may send; `GET /v1/limits` has all of them.' }),
  })
  .meta({ id: 'Configuration', description: 'How the installation is set up.' });
