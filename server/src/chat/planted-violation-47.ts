import '#grants/end-grants.ts';
