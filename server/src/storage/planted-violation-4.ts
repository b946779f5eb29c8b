import '#models/model.ts';
