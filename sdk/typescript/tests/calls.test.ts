import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../../../server/tests/helpers/start-test-service.ts';
import {
  Footnote,
  NotFoundError,
  SourceFailedError,
  UnauthorizedError,
  UnprocessableEntityError,
  type UploadFile,
} from '../src/index.ts';

let service: TestService;
let footnote: Footnote;
let agentId: string;

beforeAll(async () => {
  service = await startTestService();
  footnote = new Footnote({ apiKey: service.live.key, baseUrl: `${service.live.baseUrl}/v1/` });
  const { id } = await footnote.sources.create({
    type: 'text',
    name: 'Pier',
    content: 'The pier is 300 metres long.',
  });
  await footnote.sources.waitUntilIndexed(id);
  const base = (await footnote.workspace.get()).default_knowledge_base_id;
  agentId = (await footnote.agents.create({ name: 'Guide', knowledge_base_ids: [base] })).id;
});
afterAll(() => service.stop());

const question = { message: 'How long is the pier?' };

describe('the TypeScript SDK', () => {
  it('gives the reply and its citations', async () => {
    const { reply, citations } = await footnote.agents.chat(agentId, question);
    expect(reply).toBe('The pier is 300 metres long.');
    expect(citations).toMatchObject([{ snippet: 'The pier is 300 metres long.' }]);
  });

  it('gives meta, status and request id on demand', async () => {
    const { data, meta, response, requestId } = await footnote.agents.get(agentId).withResponse();
    expect(data.name).toBe('Guide');
    expect(meta?.request_id).toBe(requestId);
    expect(response.status).toBe(200);
  });

  it('streams a reply that its pieces join to', async () => {
    let text = '';
    let whole = '';
    for await (const event of footnote.agents.stream(agentId, question)) {
      if (event.event === 'delta') text += event.data.text;
      if (event.event === 'done') whole = event.data.reply;
    }
    expect([text, whole]).toEqual(['The pier is 300 metres long.', 'The pier is 300 metres long.']);
  });

  it('streams as OpenAI does, and can be left in the middle', async () => {
    const body = { model: agentId, messages: [{ role: 'user' as const, content: question.message }] };
    for await (const chunk of footnote.openai.streamChatCompletion(body)) {
      expect(chunk).toMatchObject({ object: 'chat.completion.chunk' });
      break;
    }
    expect((await footnote.openai.createChatCompletion(body)).choices).toHaveLength(1);
  });

  it('throws what a stream is refused with', async () => {
    await expect(footnote.agents.stream('agt_0', question).next()).rejects.toThrow(NotFoundError);
  });

  it('searches by footnote.search() and footnote.search.query()', async () => {
    const [one, other] = [
      await footnote.search({ query: 'pier' }),
      await footnote.search.query({ query: 'pier' }),
    ];
    expect(one.results[0]?.text).toBe(other.results[0]?.text);
    expect((await footnote.search.queryByUrl({ query: 'pier', limit: 1 })).results).toHaveLength(1);
  });

  it('gives the entries of all pages, or one page', async () => {
    const base = (await footnote.knowledgeBases.create({ name: 'Pages' })).id;
    const names = [1, 2, 3, 4, 5].map((number) => `Page ${number}`);
    for (const name of names)
      await footnote.sources.create({ type: 'text', name, content: name, knowledge_base_id: base });
    const query = { knowledge_base_ids: [base], limit: 2 };
    const found: string[] = [];
    for await (const { name } of footnote.sources.list(query)) found.push(name);
    expect(found.sort()).toEqual(names);
    const page = await footnote.sources.list(query);
    expect([page.data.length, (await page.nextPage())?.data.length]).toEqual([2, 2]);
  });

  it('says which file it cannot upload, and why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-sdk-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'missing.pdf');
    await expect(footnote.sources.upload(path)).rejects.toMatchObject({
      code: 'ENOENT',
      message: expect.stringContaining(path),
    });
    await expect(footnote.sources.upload(folder)).rejects.toThrow(`${folder} is a folder, not a file.`);
  });

  it('uploads paths, blobs, files, bytes and streams', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-sdk-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'gulls 100% – 1.md');
    const content = '# Gulls\n\nGulls eat fish.\n'.repeat(10_000);
    writeFileSync(path, content);
    const files: Record<string, UploadFile> = {
      path,
      blob: new Blob([content]),
      file: new File([content], 'gulls.md'),
      bytes: new TextEncoder().encode(content),
      stream: new Blob([content]).stream(),
    };
    for (const [name, file] of Object.entries(files)) {
      const steps: { sentBytes: number; totalBytes: number | undefined }[] = [];
      const source = await footnote.sources.upload(file, {
        name,
        tags: ['birds', 'sea'],
        onProgress: (step) => steps.push(step),
      });
      expect(source).toMatchObject({ name, tags: ['birds', 'sea'], size_bytes: content.length });
      expect(steps.at(-1)?.sentBytes).toBeGreaterThan(content.length);
      expect(steps.at(-1)?.totalBytes).toBe(name === 'stream' ? undefined : steps.at(-1)?.sentBytes);
      expect((await footnote.sources.waitUntilIndexed(source.id)).status).toBe('indexed');
    }
    expect(await footnote.sources.upload(path)).toMatchObject({ file_name: 'gulls 100% – 1.md' });
    const [source] = (await footnote.sources.list({ q: 'bytes' })).data;
    expect(await (await footnote.sources.download(source?.id ?? '')).text()).toBe(content);
  });

  it('throws why a document could not be indexed', async () => {
    const { id } = await footnote.sources.upload(new Blob(['%PDF-1.7 broken']), { fileName: 'broken.pdf' });
    const error = await footnote.sources.waitUntilIndexed(id).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(SourceFailedError);
    expect(error).toMatchObject({ code: expect.stringMatching(/^\w+$/), message: expect.any(String) });
  });

  it('throws typed errors that name the request and the field', async () => {
    await expect(footnote.agents.get('agt_0')).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'not_found',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    });
    await expect(footnote.search({ query: 'pier', limit: 500 })).rejects.toSatisfy(
      (error) => error instanceof UnprocessableEntityError && error.details[0]?.field === 'limit',
    );
    const stranger = new Footnote({ apiKey: 'svc_live_wrong', baseUrl: service.live.baseUrl });
    await expect(stranger.agents.list()).rejects.toThrow(UnauthorizedError);
  });

  it('refuses ids that would name another path', async () => {
    for (const id of ['', '.', '..']) expect(() => footnote.agents.get(id)).toThrow(TypeError);
    await expect(footnote.agents.get('../usage')).rejects.toThrow(NotFoundError);
  });

  it('deletes, and gives nothing', async () => {
    const { id } = await footnote.sources.create({ type: 'text', name: 'Gone', content: 'Soon gone.' });
    expect(await footnote.sources.delete(id)).toBeUndefined();
    await expect(footnote.sources.get(id)).rejects.toThrow(NotFoundError);
  });
});
