import {
  Folder,
  GitBranch,
  Globe,
  HardDrive,
  type LucideIcon,
  Mail,
  PackageOpen,
  Plug,
  Rss,
} from 'lucide-react';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.connectors;

/** A field of the form, named as the setting or credential that it writes. */
export type FieldOf = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  initial?: string;
} & (
  | { type: 'text' | 'url' | 'secret' | 'secret-text' | 'date' }
  /** One value a line. `isUrl`: each is a URL. */
  | { type: 'lines'; isUrl?: boolean }
  | { type: 'number'; min: number; max: number }
  | { type: 'check' }
  | { type: 'choice'; options: Readonly<Record<string, string>> }
);

/** One way to sign in at a place. */
export type WayIn = { value: keyof typeof words.waysIn; fields: readonly FieldOf[] };

export type Kind = {
  icon: LucideIcon;
  name: string;
  about: string;
  settings: readonly FieldOf[];
  /** Without any: the place needs no sign-in. `none` comes first where that is possible. */
  waysIn: readonly WayIn[];
};

const { fields } = words;

const INCLUDE: FieldOf = { name: 'include', type: 'lines', ...fields.include };
const EXCLUDE: FieldOf = { name: 'exclude', type: 'lines', ...fields.exclude };
const USERNAME: FieldOf = { name: 'username', type: 'text', required: true, ...fields.username };
const PASSWORD: FieldOf = { name: 'password', type: 'secret', required: true, ...fields.password };
const TOKEN: FieldOf = { name: 'token', type: 'secret', required: true, ...fields.token };

const NONE: WayIn = { value: 'none', fields: [] };

/** What the form of each kind asks for. Settings that it leaves out stay as they are when a connector is changed. */
export const KINDS: Readonly<Record<string, Kind>> = {
  git: {
    icon: GitBranch,
    ...words.kinds.git,
    settings: [
      { name: 'url', type: 'text', required: true, ...fields.repository },
      { name: 'branch', type: 'text', ...fields.branch },
      INCLUDE,
      EXCLUDE,
    ],
    waysIn: [
      NONE,
      {
        value: 'token',
        fields: [TOKEN, { name: 'username', type: 'text', ...fields.optionalUsername }],
      },
      {
        value: 'ssh',
        fields: [
          { name: 'private_key', type: 'secret-text', required: true, ...fields.privateKey },
          { name: 'known_hosts', type: 'secret-text', required: true, ...fields.knownHosts },
        ],
      },
    ],
  },
  website: {
    icon: Globe,
    ...words.kinds.website,
    settings: [
      { name: 'start_urls', type: 'lines', isUrl: true, required: true, ...fields.startUrls },
      { name: 'include', type: 'lines', ...fields.pageInclude },
      { name: 'exclude', type: 'lines', ...fields.pageExclude },
      { name: 'max_pages', type: 'number', min: 1, max: 5_000, initial: '500', ...fields.maxPages },
      { name: 'max_depth', type: 'number', min: 0, max: 20, initial: '5', ...fields.maxDepth },
      { name: 'sitemap', type: 'check', initial: 'true', ...fields.sitemap },
      { name: 'javascript', type: 'check', ...fields.javascript },
    ],
    waysIn: [],
  },
  feed: {
    icon: Rss,
    ...words.kinds.feed,
    settings: [
      { name: 'url', type: 'url', required: true, ...fields.feedUrl },
      { name: 'full_pages', type: 'check', ...fields.fullPages },
    ],
    waysIn: [],
  },
  imap: {
    icon: Mail,
    ...words.kinds.imap,
    settings: [
      { name: 'host', type: 'text', required: true, ...fields.host },
      { name: 'tls', type: 'choice', initial: 'implicit', options: words.encryption, ...fields.tls },
      { name: 'port', type: 'number', min: 1, max: 65_535, initial: '993', ...fields.port },
      { name: 'folders', type: 'lines', required: true, initial: 'INBOX', ...fields.folders },
      { name: 'since', type: 'date', ...fields.since },
      {
        name: 'max_messages',
        type: 'number',
        min: 1,
        max: 50_000,
        initial: '10000',
        ...fields.maxMessages,
      },
    ],
    waysIn: [
      { value: 'password', fields: [USERNAME, PASSWORD] },
      {
        value: 'oauth',
        fields: [USERNAME, { name: 'access_token', type: 'secret', required: true, ...fields.accessToken }],
      },
    ],
  },
  s3: {
    icon: PackageOpen,
    ...words.kinds.s3,
    settings: [
      { name: 'bucket', type: 'text', required: true, ...fields.bucket },
      { name: 'region', type: 'text', required: true, initial: 'us-east-1', ...fields.region },
      { name: 'endpoint', type: 'text', ...fields.endpoint },
      { name: 'prefix', type: 'text', ...fields.prefix },
      INCLUDE,
      EXCLUDE,
    ],
    waysIn: [
      {
        value: 'key',
        fields: [
          { name: 'access_key_id', type: 'text', required: true, ...fields.accessKeyId },
          { name: 'secret_access_key', type: 'secret', required: true, ...fields.secretAccessKey },
        ],
      },
      NONE,
    ],
  },
  webdav: {
    icon: HardDrive,
    ...words.kinds.webdav,
    settings: [{ name: 'url', type: 'url', required: true, ...fields.folderUrl }, INCLUDE, EXCLUDE],
    waysIn: [{ value: 'password', fields: [USERNAME, PASSWORD] }, { value: 'token', fields: [TOKEN] }, NONE],
  },
  folder: {
    icon: Folder,
    ...words.kinds.folder,
    settings: [{ name: 'path', type: 'text', required: true, ...fields.path }, INCLUDE, EXCLUDE],
    waysIn: [],
  },
};

/** A newer service may have a kind that this page doesn't know. */
export const kindOf = (kind: string): Pick<Kind, 'icon' | 'name'> & Partial<Kind> =>
  KINDS[kind] ?? { icon: Plug, name: kind };
