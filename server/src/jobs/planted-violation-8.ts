import '#http/context.ts';
