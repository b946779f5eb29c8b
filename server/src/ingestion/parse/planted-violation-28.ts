import '#net/guarded-agent.ts';
