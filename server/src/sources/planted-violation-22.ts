export const planted = import('#search/search.ts');
