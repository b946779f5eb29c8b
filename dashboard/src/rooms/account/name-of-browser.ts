import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.myAccount;

/** In search order: many browsers also contain the later names. */
const BROWSERS: [name: string, sign: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|Chromium\/|CriOS\//],
  ['Safari', /Safari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** "Firefox on Linux", from a user agent. */
export function nameOfBrowser(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  if (browser !== undefined && system !== undefined) return words.browserOn({ browser, system });
  return browser ?? (userAgent.slice(0, 60) || words.unknownBrowser);
}
