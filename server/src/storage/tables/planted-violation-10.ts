import '#storage/open-store.ts';
