import '#storage/tables/sources.ts';
