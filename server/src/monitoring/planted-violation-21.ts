import '#storage/store.ts';
