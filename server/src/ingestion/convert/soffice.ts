import { spawn } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { killGroup, PROGRAM_PATH } from '#lib/child-group.ts';
import { convertedTooLarge, convertedTooSlowly, notConverted } from './convert-faults.ts';
import type { Converter, ConverterLimits } from './converter.ts';

/** Converts by LibreOffice in a process of its own, with a folder of its own: a profile without macros, linked files and
 *  network, the original and the result. The process and all that it started are killed at the end, and when the
 *  time is over. command: `soffice`, or a path of it. */
export const createSofficeConverter =
  (command: string, { seconds, maxBytes }: ConverterLimits): Converter =>
  async ({ bytes, extension, target }, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'footnote-convert-'));
    try {
      const profile = join(folder, 'profile');
      await mkdir(join(profile, 'user'), { recursive: true });
      await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
      const original = join(folder, `document.${extension}`);
      await writeFile(original, bytes);
      const options = `--headless --norestore --nolockcheck --nodefault --nofirststartwizard --convert-to ${target} --outdir`;
      await run(
        [
          command,
          `-env:UserInstallation=${pathToFileURL(profile).href}`,
          ...options.split(' '),
          join(folder, 'out'),
          original,
        ],
        { folder, seconds, maxBytes, signal },
      );
      return {
        bytes: await readResult(join(folder, 'out', `document.${target}`), maxBytes),
        extension: target,
      };
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };

type Run = ConverterLimits & { folder: string; signal: AbortSignal };

function run(command: readonly string[], { folder, seconds, maxBytes, signal }: Run): Promise<void> {
  // No file may grow larger. The unit of `ulimit` is 512 bytes, or 1,024 in some shells.
  const blocks = (2 * maxBytes) / 512;
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `ulimit -f ${blocks} && exec "$@"`, 'sh', ...command], {
      cwd: folder,
      env: { PATH: PROGRAM_PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' },
      stdio: 'ignore',
      // A group of its own, so that everything it starts can be killed with it.
      detached: true,
    });
    const killAll = (): void => killGroup(child);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killAll();
    }, seconds * 1_000);
    signal.addEventListener('abort', killAll, { once: true });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', killAll);
      killAll();
      settle();
    };
    child.on('error', (cause) => end(() => reject(notConverted(cause))));
    child.on('exit', (code) =>
      end(() => {
        if (signal.aborted) reject(signal.reason);
        else if (isLate) reject(convertedTooSlowly(seconds));
        else if (code !== 0) reject(notConverted(new Error(`soffice ended with ${code}.`)));
        else resolve();
      }),
    );
    if (signal.aborted) killAll();
  });
}

async function readResult(path: string, maxBytes: number): Promise<Uint8Array> {
  const found = await lstat(path).catch(() => undefined);
  // LibreOffice ends with 0 also if it could not read the file.
  if (!found?.isFile()) throw notConverted();
  if (found.size > maxBytes) throw convertedTooLarge(maxBytes);
  return new Uint8Array(await readFile(path));
}

const setting = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** The profile: macros are never run, links to other files never followed, and the network is behind a proxy that does
 *  not exist. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${[
  setting('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
  setting('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
  setting('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
  setting('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
  setting('Office.Writer/Content/Update', 'Link', '0'),
  setting('Office.Calc/Content/Update', 'Link', '1'),
  setting('Inet/Settings', 'ooInetProxyType', '1'),
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((protocol) => [
    setting('Inet/Settings', `ooInet${protocol}ProxyName`, '127.0.0.1'),
    setting('Inet/Settings', `ooInet${protocol}ProxyPort`, '9'),
  ]),
].join('')}</oor:items>`;
