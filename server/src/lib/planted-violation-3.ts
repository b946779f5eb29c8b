import '#text/terms.ts';
