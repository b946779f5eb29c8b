/** The two worlds of an installation. Their data never meet. */
export const ENVIRONMENTS = ['live', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
