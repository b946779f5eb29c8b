import '#models/static/static-embedder.ts';
