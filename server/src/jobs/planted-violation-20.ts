import '#ingestion/ingest-source.ts';
