import '#sources/schema.ts';
