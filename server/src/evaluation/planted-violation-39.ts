import '#ingestion/prepare-source.ts';
