import type { z } from 'zod';
import type { Agent as AgentSchema } from '#server/agents/schema.ts';
import type { PublishableToken as TokenSchema } from '#server/agents/token-schema.ts';

export type Agent = z.infer<typeof AgentSchema>;
export type PublishableToken = z.infer<typeof TokenSchema>;
