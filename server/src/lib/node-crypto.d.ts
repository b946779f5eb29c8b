// In Node since 24.16 and not yet in its types.
declare module 'node:crypto' {
  export function randomUUIDv7(): string;
}
