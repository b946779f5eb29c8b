/** Endings that no name of the public internet has. */
const PRIVATE = /\.(?:localhost|localdomain|local|lan|home|home\.arpa|internal|svc|test)$/;

/** Whether a name can only be one of this machine or its network: it has no dot, or an ending that the public internet does
 *  not have. In lower case; a dot at the end is that of the root. */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || PRIVATE.test(name);
}
