import '#sources/routes.ts';
