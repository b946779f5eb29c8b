/** A host that was not connected to, because an address of it is not public. */
export class BlockedAddressError extends Error {
  /** The host as the URL named it: never what it resolved to. */
  readonly address: string;

  constructor(address: string) {
    super(`${address} leads to an address that is not public.`);
    this.name = 'BlockedAddressError';
    this.address = address;
  }
}
