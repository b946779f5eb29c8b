import '#search/schema.ts';
