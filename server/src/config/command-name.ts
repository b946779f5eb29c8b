import { isPacked } from '#lib/started-from.ts';
import { PACKAGE_NAME } from '#lib/version.ts';

/** How a person calls the command again. The full name, because the plain one belongs to someone else on the registry. */
const packedName = process.env['npm_command'] === 'exec' ? `npx ${PACKAGE_NAME}` : 'footnote';
export const COMMAND = isPacked ? packedName : 'npm run -s footnote --';
