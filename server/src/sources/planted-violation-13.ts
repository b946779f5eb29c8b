import '#ingestion/chunk.ts';
