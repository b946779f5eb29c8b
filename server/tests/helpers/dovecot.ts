import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilConnectable } from './run-server.ts';
import { freePort } from './server-process.ts';

const DOVECOT = '/usr/sbin/dovecot';

/** Whether there is a Dovecot for the tests of mailboxes. Its parts run as one unprivileged user. */
export const HAS_DOVECOT = existsSync(DOVECOT) && existsSync('/usr/lib/dovecot/imap-login');

/** In the name of tests that need it. */
export const DOVECOT_NEEDED = HAS_DOVECOT
  ? ''
  : ' (skipped: install Dovecot, on Debian by scripts/servers-for-tests.sh)';

export const MAIL_PASSWORD = 'herring-and-chips';

export type Dovecot = { plainPort: number; tlsPort: number; stop(): Promise<void> };

/** An IMAP server on a loopback address, with a certificate of `secure.test`. Any user exists, with MAIL_PASSWORD.
 *  tokenUrl: asked whether an access token is valid, by its end. */
export async function startDovecot(tokenUrl = 'http://127.0.0.1:9/'): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-dovecot-'));
  const user = unprivileged();
  const [plainPort, tlsPort] = [await freePort(), await freePort()];
  for (const name of ['key', 'certificate'])
    cpSync(
      fileURLToPath(new URL(`../fixtures/tls/self-signed-${name}.pem`, import.meta.url)),
      join(folder, `${name}.pem`),
    );
  writeFileSync(join(folder, 'tokens.conf'), `tokeninfo_url = ${tokenUrl}\nusername_attribute = email\n`);
  writeFileSync(join(folder, 'dovecot.conf'), configOf(folder, user, { plainPort, tlsPort }));
  for (const name of ['run', 'state', 'mail']) mkdirSync(join(folder, name));
  chmodSync(folder, 0o700);
  if (user.isOther)
    for (const name of [
      '',
      'key.pem',
      'certificate.pem',
      'tokens.conf',
      'dovecot.conf',
      'run',
      'state',
      'mail',
    ])
      chownSync(join(folder, name), user.uid, user.gid);
  const child = spawn(DOVECOT, ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: 'ignore',
    ...(user.isOther && { uid: user.uid, gid: user.gid }),
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await untilConnectable(tlsPort, child, () => `Dovecot does not start: see ${join(folder, 'dovecot.log')}.`);
  return {
    plainPort,
    tlsPort,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type User = { name: string; group: string; uid: number; gid: number; isOther: boolean };

function unprivileged(): User {
  const { username, uid, gid } = userInfo();
  const id = (...args: string[]): string => execFileSync('id', args, { encoding: 'utf8' }).trim();
  if (uid !== 0) return { name: username, group: id('-gn'), uid, gid, isOther: false };
  const name = 'nobody';
  return {
    name,
    group: id('-gn', name),
    uid: Number(id('-u', name)),
    gid: Number(id('-g', name)),
    isOther: true,
  };
}

const configOf = (
  folder: string,
  { name, group, uid, gid }: User,
  { plainPort, tlsPort }: { plainPort: number; tlsPort: number },
): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${name}
first_valid_uid = 1
first_valid_gid = 0
mail_location = maildir:${folder}/mail/%u
ssl = yes
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/tokens.conf
}
passdb {
  driver = static
  mechanisms = plain login
  args = password=${MAIL_PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
`;
