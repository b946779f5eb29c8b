import '#keys/create-key.ts';
