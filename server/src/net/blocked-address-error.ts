/** The connection was refused because the host has an address that is not public. */
export class BlockedAddressError extends Error {
  /** The host as in the URL, never the address it resolved to. */
  readonly address: string;

  constructor(address: string) {
    super(`${address} leads to an address that is not public.`);
    this.name = 'BlockedAddressError';
    this.address = address;
  }
}
