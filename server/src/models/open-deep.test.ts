import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { faultyDeepModel, type Harm } from '../../tests/helpers/faulty-deep-model.ts';
import { ModelError } from './model-error.ts';
import { checkDeep, type OpenedDeep, openDeep } from './open-deep.ts';

const FILES = [
  'encoder.wasm',
  'encoder.safetensors',
  'tokens.safetensors',
  'tokenizer.json',
  'question-mean.json',
];
const ADVICE =
  '; search uses the instant model alone. Install Footnote again, or set EMBEDDING_MODEL=instant.';
const folders: string[] = [];
const faulty = (name: string, harm: Harm) => {
  const made = faultyDeepModel(name, harm);
  folders.push(made.folder);
  return made;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const bothOf = ({ deepModel, fault }: OpenedDeep) => ({ hasModel: deepModel !== undefined, fault: fault() });

describe('the bundled deep model', () => {
  it('opens with whole files', async () => {
    const opened = openDeep();
    expect(bothOf(opened)).toEqual({ hasModel: true, fault: undefined });
    expect(checkDeep()).toBeUndefined();
    await opened.deepModel?.close();
  });

  it('is refused without relaxed SIMD', () => {
    const options = { hasRelaxedSimd: false };
    const fault = expect.stringContaining('this Node or its processor has no relaxed SIMD');
    expect(bothOf(openDeep(options))).toEqual({ hasModel: false, fault });
    expect(checkDeep(options)).toEqual(fault);
  });

  it.each(FILES)('is refused at the start when %s is missing or too short', (name) => {
    const missing = faulty(name, 'missing');
    const gone = expect.stringMatching(new RegExp(`^${missing.path} cannot be read: .*${ADVICE}$`));
    expect(bothOf(openDeep(missing))).toEqual({ hasModel: false, fault: gone });
    expect(checkDeep(missing)).toEqual(gone);

    const shortened = faulty(name, 'shortened');
    const short = expect.stringContaining(`${shortened.path} is damaged: it has `);
    expect(bothOf(openDeep(shortened))).toEqual({ hasModel: false, fault: short });
    expect(checkDeep(shortened)).toEqual(short);
  });

  it.each(FILES)('is refused when it is loaded and %s has another checksum', async (name) => {
    const { folder, path } = faulty(name, 'changed');
    const fault = `${path} is damaged: it has another checksum than config.json lists${ADVICE}`;
    expect(checkDeep({ folder })).toBe(fault);

    const told: string[] = [];
    const opened = openDeep({ folder, onFault: (sentence) => told.push(sentence) });
    expect(bothOf(opened)).toEqual({ hasModel: true, fault: undefined });
    await expect(opened.deepModel?.embedPassage('The sender pays.', [])).rejects.toThrow(ModelError);
    expect(await opened.deepModel?.embedQuery('Who pays?', { patienceMs: 600_000 })).toBeUndefined();
    expect(opened.fault()).toBe(fault);
    expect(told).toEqual([fault]);
    await opened.deepModel?.close();
  });
});
