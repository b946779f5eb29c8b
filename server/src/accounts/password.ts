import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { semaphore } from '#lib/async/semaphore.ts';

/** Argon2id as OWASP recommends for passwords: 19 MiB, two passes. About 50 ms on one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** A hash in PHC format with its parameters: $argon2id$v=19$m=19456,t=2,p=1$salt$tag, salt and tag in base64 without
 *  padding. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, { ...COST, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Whether the password matches the hash. Without a hash it returns false after the same time, so that timing does not
 *  reveal whether there is an account. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parts = parse(hash ?? NOBODY);
  if (!parts) throw new Error('A stored password hash is not in the PHC format of argon2id.');
  const { salt, tag, cost } = parts;
  const isSame = timingSafeEqual(await derive(password, salt, { ...cost, tagLength: tag.length }), tag);
  return isSame && hash !== null && hash !== undefined;
}

/** Whether the hash has different parameters from new ones. */
export const isOutdated = (hash: string): boolean => {
  const cost = parse(hash)?.cost;
  return Object.entries(COST).some(([name, value]) => cost?.[name as keyof typeof COST] !== value);
};

/** A hash that no password matches. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? [];
  if (tag === '') return undefined;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const twoAtATime = semaphore(2);
const derivePlain = promisify(argon2);

/** Two at a time, because each takes 19 MiB. */
async function derive(
  password: string,
  nonce: Buffer,
  cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'tagLength'>,
): Promise<Buffer> {
  return await twoAtATime(() =>
    derivePlain('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }),
  );
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');
