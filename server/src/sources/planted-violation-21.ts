import '#ingestion/chunking/chunk.ts';
