import '#sources/export-sources.ts';
