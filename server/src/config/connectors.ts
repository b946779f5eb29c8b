import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { commaList, type Settings } from './setting.ts';

const folders = commaList().superRefine((list, context) => {
  const wrong = list.find((path) => !isAbsolute(path));
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is not an absolute path such as /srv/documents`,
    });
});

/** Places where documents live. */
export const CONNECTOR_SETTINGS = {
  CREDENTIALS_KEY: z.string().min(32, 'takes 32 characters or more').optional().meta({
    description:
      'Seals the stored credentials of connectors. Not set: only connectors without credentials can be made. Keep it: a copy of the data needs it too.',
    secret: 'whole',
  }),
  CONNECTOR_FOLDERS: folders.describe(
    'Folders of the server that admins may connect, with all below them: a comma list of absolute paths. Not set: none.',
  ),
} satisfies Settings;
