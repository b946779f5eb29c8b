import '#chat/native/schema.ts';
