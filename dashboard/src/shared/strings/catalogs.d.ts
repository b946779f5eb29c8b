/** Made at build by the plugin of `dashboard/catalogs.ts`. */
declare module 'virtual:catalogs' {
  type Load = () => Promise<{ catalog: import('./text-of.ts').Catalog }>;
  type Loads = Record<import('./languages.ts').Language, Load>;
  export const first: Loads;
  export const overview: Loads;
  export const rooms: Loads;
}

declare module 'virtual:catalog/widget/en' {
  export const catalog: import('./text-of.ts').Catalog;
}
