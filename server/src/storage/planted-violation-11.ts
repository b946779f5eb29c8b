import '#http/envelope.ts';
