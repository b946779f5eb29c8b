import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, isPassword } from './password.ts';

const password = 'a long enough password';

describe('hashPassword', () => {
  it('writes argon2id with its parameters, and a new salt each time', async () => {
    const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(two).not.toBe(one);
  });
});

describe('isPassword', () => {
  it('is true for the hashed password, and false for any other', async () => {
    const hash = await hashPassword(password);
    expect(await isPassword(password, hash)).toBe(true);
    expect(await isPassword(`${password} `, hash)).toBe(false);
    expect(await isPassword('', hash)).toBe(false);
  });

  it('treats both Unicode forms of an accented letter as equal', async () => {
    const hash = await hashPassword('cr\u00e8me br\u00fbl\u00e9e');
    expect(await isPassword('cre\u0300me bru\u0302le\u0301e', hash)).toBe(true);
  });

  it('is false without a hash', async () => {
    expect(await isPassword(password, null)).toBe(false);
    expect(await isPassword(password, undefined)).toBe(false);
  });

  it('verifies a hash with other parameters, which counts as outdated', async () => {
    const nonce = Buffer.alloc(16, 7);
    const cost = { memory: 8_192, passes: 1, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: password, nonce, ...cost, tagLength: 32 });
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const hash = `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${encode(tag)}`;
    expect(await isPassword(password, hash)).toBe(true);
    expect(isOutdated(hash)).toBe(true);
    expect(isOutdated(await hashPassword(password))).toBe(false);
  });

  it('throws for a text that is not a hash', async () => {
    await expect(isPassword(password, 'plain text')).rejects.toThrow('PHC');
  });
});
