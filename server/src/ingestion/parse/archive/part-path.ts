import { decodeEscapes } from '#lib/decode-escapes.ts';

/** The part that a reference inside an archive leads to. from: the name of the referring part, '' for the root. Returns
 *  undefined for a target outside the archive. Never throws. */
export function partPath(from: string, reference: string): string | undefined {
  const [path = ''] = reference.split(/[?#]/);
  if (path === '' || /^[a-z][a-z\d+.-]*:/i.test(path)) return undefined;
  const steps = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of (decodeEscapes(path) ?? path).split(/[/\\]/)) {
    if (step === '..') {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
