/** Endings that no name of the public internet has. */
const PRIVATE = /\.(?:localhost|localdomain|local|lan|home|home\.arpa|internal|svc|test)$/;

/** Whether a name can only belong to this machine or its network, because it has no dot or an ending that does not exist
 *  on the public internet. Expects lower case; a dot at the end is the DNS root. */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || PRIVATE.test(name);
}
