import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { faultyDeepModel, type Harm } from '../../tests/helpers/faulty-deep-model.ts';
import { hasOnnxRuntime } from './e5/onnx/load-onnxruntime.ts';
import { ModelError } from './model-error.ts';
import { checkDeep, type DeepOptions, type OpenedDeep, openDeep } from './open-deep.ts';

// A busy machine is slow, not wrong: passages are read at the lowest priority.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const FILES = [
  'encoder.wasm',
  'encoder.safetensors',
  'tokens.safetensors',
  'tokenizer.json',
  'question-mean.json',
];
const ADVICE =
  '; search uses the instant model alone. Install again what is damaged, or set EMBEDDING_MODEL=instant.';
const folders: string[] = [];
const faulty = (name: string, harm: Harm) => {
  const made = faultyDeepModel(name, harm);
  folders.push(made.folder);
  return made;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const checked = (options: DeepOptions): Promise<string> => checkDeep(options).catch(({ message }) => message);
const bothOf = ({ deepModel, fault }: OpenedDeep) => ({ hasModel: deepModel !== undefined, fault: fault() });

describe('the bundled deep model', () => {
  it('opens with whole files', async () => {
    const opened = openDeep();
    expect(bothOf(opened)).toEqual({ hasModel: true, fault: undefined });
    expect(await checkDeep()).toBe(opened.deepModel?.id);
    await opened.deepModel?.close();
  });

  it('is refused without relaxed SIMD', async () => {
    const options = { runtime: 'wasm' as const, hasRelaxedSimd: false };
    const fault = expect.stringContaining('this Node or its processor has no relaxed SIMD');
    expect(bothOf(openDeep(options))).toEqual({ hasModel: false, fault });
    expect(await checked(options)).toEqual(fault);
  });

  it.each(FILES)('is refused at the start when %s is missing or too short', async (name) => {
    const missing = faulty(name, 'missing');
    const gone = expect.stringMatching(new RegExp(`^${missing.path} cannot be read: .*${ADVICE}$`));
    expect(bothOf(openDeep(missing))).toEqual({ hasModel: false, fault: gone });
    expect(await checked(missing)).toEqual(gone);

    const shortened = faulty(name, 'shortened');
    const short = expect.stringContaining(`${shortened.path} is damaged: it has `);
    expect(bothOf(openDeep(shortened))).toEqual({ hasModel: false, fault: short });
    expect(await checked(shortened)).toEqual(short);
  });

  it.each(FILES)('is refused when it is loaded and %s has another checksum', async (name) => {
    const { folder, path } = faulty(name, 'changed');
    const fault = `${path} is damaged: it has another checksum than config.json lists${ADVICE}`;
    expect(await checked({ folder })).toBe(fault);

    const told: string[] = [];
    const opened = openDeep({ folder, runtime: 'wasm', onFault: (sentence) => told.push(sentence) });
    expect(bothOf(opened)).toEqual({ hasModel: true, fault: undefined });
    await expect(opened.deepModel?.embedPassage('The sender pays.', [])).rejects.toThrow(ModelError);
    expect(await opened.deepModel?.embedQuery('Who pays?', { patienceMs: 600_000 })).toBeUndefined();
    expect(opened.fault()).toBe(fault);
    expect(told).toEqual([fault]);
    await opened.deepModel?.close();
  });

  it.skipIf(hasOnnxRuntime())('says that onnxruntime-node cannot be loaded', async () => {
    const fault = expect.stringMatching(
      /^onnxruntime-node cannot be loaded \(.*onnxruntime-node.*\); search uses/,
    );
    expect(await checked({ runtime: 'onnx' })).toEqual(fault);
    const { deepModel, fault: faultOf } = openDeep({ runtime: 'onnx', hasRelaxedSimd: false });
    await expect(deepModel?.embedPassage('The sender pays.', [])).rejects.toThrow(ModelError);
    expect(faultOf()).toEqual(fault);
    await deepModel?.close();
  });
});
