import '#main.ts';
