import '#storage/engine.ts';
