import '#errors.ts';
