import '#search/routes.ts';
