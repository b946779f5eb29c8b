import '#storage/sources.ts';
