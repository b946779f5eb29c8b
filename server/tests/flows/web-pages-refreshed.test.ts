import { describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { htmlPage } from '../helpers/test-site.ts';
import {
  asked,
  contentOf,
  fetched,
  isFound,
  live,
  prepareWebPages,
  type Source,
  settled,
  site,
  sources,
  story,
  until,
} from './prepare-web-pages.ts';

const HOUR_MS = 3_600_000;

let aheadMs = 0;
prepareWebPages({ now: () => Date.now() + aheadMs });

describe('a change of a page', () => {
  it('a changed URL leaves the old content answering until the new one is indexed', async () => {
    site.set('/old', htmlPage({ title: 'Old', text: story('walrus') }));
    const { release } = site.hold('/new', htmlPage({ title: 'New', text: story('narwhal') }));
    const { id } = await fetched(site.url('/old'));
    const { body } = await live.patch(`${sources}/${id}`, { url: site.url('/new') });
    expect(body.data).toMatchObject({ status: 'processing', url: site.url('/new') });
    await asked('/new');
    expect([await isFound(id, 'walrus'), await isFound(id, 'narwhal')]).toEqual([true, false]);
    expect((await contentOf(id)).title).toBe('Old');
    release();
    expect(await settled(id)).toMatchObject({ status: 'indexed', url: site.url('/new') });
    expect([await isFound(id, 'walrus'), await isFound(id, 'narwhal')]).toEqual([false, true]);
  });

  it('a new URL that fails leaves the old content answering and is reported', async () => {
    site.set('/kept', htmlPage({ title: 'Kept', text: story('pelican') }));
    const { id } = await fetched(site.url('/kept'));
    await live.patch(`${sources}/${id}`, { url: site.url('/nowhere') });
    expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'fetch_failed' } });
    expect(await isFound(id, 'pelican')).toBe(true);
    await live.patch(`${sources}/${id}`, { url: site.url('/kept') });
    expect(await settled(id)).toMatchObject({ status: 'indexed' });
    expect(await isFound(id, 'pelican')).toBe(true);
  });

  it('a reindex fetches the page again', async () => {
    site.set('/again', htmlPage({ title: 'One', text: story('heron') }));
    const before = await fetched(site.url('/again'));
    site.set('/again', htmlPage({ title: 'Two', text: story('egret') }));
    const { body } = await live.post(`${sources}/${before.id}/reindex`);
    expect(body.data.status).toBe('processing');
    const after = await settled(before.id);
    expect(after.status).toBe('indexed');
    expect(after.content_sha256).not.toBe(before.content_sha256);
    expect(site.count('/again')).toBe(2);
    expect([await isFound(before.id, 'heron'), await isFound(before.id, 'egret')]).toEqual([false, true]);
  });

  it('a reindex also fetches a page that had failed', async () => {
    const { id, status } = await fetched(site.url('/later'));
    expect(status).toBe('failed');
    site.set('/later', htmlPage({ title: 'Later', text: story('stork') }));
    await live.post(`${sources}/${id}/reindex`);
    const source = await settled(id);
    expect(source.status).toBe('indexed');
    expect(source.error).toBeUndefined();
  });
});

describe('refresh_interval_hours', () => {
  const page = (word: string): string => htmlPage({ title: word, text: story(word) });
  /** Lets the time pass after which the page is looked at again, and waits until it was. */
  const nextLook = async ({ id, fetched_at }: Source): Promise<Source> => {
    aheadMs += HOUR_MS;
    return await until(id, (source) => source.status !== 'processing' && source.fetched_at !== fetched_at);
  };

  it('a refresh answered with 304 changes nothing', async () => {
    const modified = 'Sat, 03 Jan 2026 10:00:00 GMT';
    site.set('/304', ({ headers }) =>
      headers['if-none-match'] === '"v1"' && headers['if-modified-since'] === modified
        ? { status: 304 }
        : { headers: { etag: '"v1"', 'last-modified': modified }, body: page('osprey') },
    );
    const before = await fetched(site.url('/304'), { refresh_interval_hours: 1 });
    expect(before).toMatchObject({ status: 'indexed', refresh_interval_hours: 1 });
    expect(Date.parse(before.refresh_at) - Date.parse(before.fetched_at)).toBe(HOUR_MS);
    const lastHeaders = () => site.requests().findLast(({ path }) => path === '/304')?.headers;
    expect(lastHeaders()).not.toHaveProperty('if-none-match');
    expect(lastHeaders()).not.toHaveProperty('if-modified-since');
    const after = await nextLook(before);
    expect(after).toEqual({ ...before, fetched_at: after.fetched_at, refresh_at: after.refresh_at });
    expect(Date.parse(after.refresh_at) - Date.parse(after.fetched_at)).toBe(HOUR_MS);
    expect(site.count('/304')).toBe(2);
    expect(lastHeaders()).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': modified });
  });

  it('a refresh with equal bytes changes nothing', async () => {
    site.set('/same', page('plover'));
    const before = await fetched(site.url('/same'), { refresh_interval_hours: 1 });
    const chunk = (await live.get(`${sources}/${before.id}/chunks`)).body.data[0].id;
    const after = await nextLook(before);
    expect(after).toEqual({ ...before, fetched_at: after.fetched_at, refresh_at: after.refresh_at });
    expect((await live.get(`${sources}/${before.id}/chunks`)).body.data[0].id).toBe(chunk);
  });

  it('a refresh of a changed page replaces its text', async () => {
    site.set('/changing', page('curlew'));
    const before = await fetched(site.url('/changing'), { refresh_interval_hours: 1 });
    site.set('/changing', page('dunlin'));
    const after = await nextLook(before);
    expect(after).toMatchObject({ status: 'indexed', stage: 'done' });
    expect(after.content_sha256).not.toBe(before.content_sha256);
    expect([await isFound(before.id, 'curlew'), await isFound(before.id, 'dunlin')]).toEqual([false, true]);
    expect((await contentOf(before.id)).title).toBe('dunlin');
  });

  it('a failed refresh is reported and keeps the index; the next success clears it', async () => {
    site.set('/gone', page('avocet'));
    const before = await fetched(site.url('/gone'), { refresh_interval_hours: 1 });
    site.remove('/gone');
    const failed = await nextLook(before);
    expect(failed).toMatchObject({
      status: 'indexed',
      refresh_error: { code: 'fetch_failed', message: expect.stringMatching(/404/) },
    });
    expect(failed.error).toBeUndefined();
    expect(await isFound(before.id, 'avocet')).toBe(true);
    site.set('/gone', page('avocet'));
    const back = await nextLook(failed);
    expect(back.status).toBe('indexed');
    expect(back.refresh_error).toBeUndefined();
  });

  it('a page that lost its text keeps its index', async () => {
    site.set('/emptied', page('lapwing'));
    const before = await fetched(site.url('/emptied'), { refresh_interval_hours: 1 });
    site.set('/emptied', '<!doctype html><html><body><div id="root"></div></body></html>');
    const failed = await nextLook(before);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
    expect(await isFound(before.id, 'lapwing')).toBe(true);
    site.set('/emptied', page('lapwing'));
    const back = await nextLook(failed);
    expect(back).toMatchObject({ status: 'indexed', content_sha256: before.content_sha256 });
    expect(back.error).toBeUndefined();
  });

  it('a refresh retries a page that failed from the start', async () => {
    const before = await fetched(site.url('/opening'), { refresh_interval_hours: 1 });
    expect(before).toMatchObject({ status: 'failed', refresh_at: expect.any(String) });
    site.set('/opening', page('godwit'));
    aheadMs += HOUR_MS;
    expect((await until(before.id, ({ status }) => status === 'indexed')).error).toBeUndefined();
  });

  it('PATCH changes refresh_interval_hours, and null ends it', async () => {
    site.set('/ended', page('turnstone'));
    const before = await fetched(site.url('/ended'), { refresh_interval_hours: 1 });
    const longer = (await live.patch(`${sources}/${before.id}`, { refresh_interval_hours: 24 })).body.data;
    expect(Date.parse(longer.refresh_at) - Date.parse(before.fetched_at)).toBe(24 * HOUR_MS);
    expect(longer).toMatchObject({ status: 'indexed', refresh_interval_hours: 24 });
    const { body } = await live.patch(`${sources}/${before.id}`, { refresh_interval_hours: null });
    expect(body.data).not.toHaveProperty('refresh_interval_hours');
    expect(body.data).not.toHaveProperty('refresh_at');
    site.set('/witness', page('knot'));
    const witness = await fetched(site.url('/witness'), { refresh_interval_hours: 24 });
    aheadMs += 23 * HOUR_MS;
    await nextLook(witness);
    expect(site.count('/ended')).toBe(1);
  });

  it('refresh_interval_hours can be added later', async () => {
    site.set('/given', page('sanderling'));
    const before = await fetched(site.url('/given'));
    await live.patch(`${sources}/${before.id}`, { refresh_interval_hours: 1 });
    site.set('/given', page('whimbrel'));
    await nextLook(before);
    expect(await isFound(before.id, 'whimbrel')).toBe(true);
  });

  it('refresh_interval_hours can come in a form', async () => {
    const form = new FormData();
    site.set('/form', page('ruff'));
    for (const [name, value] of Object.entries({ type: 'url', name: 'Form', url: site.url('/form') }))
      form.append(name, value);
    form.append('refresh_interval_hours', '12');
    const { status, body } = await live.post(sources, form);
    expect([status, body.data.refresh_interval_hours]).toEqual([201, 12]);
    form.set('refresh_interval_hours', 'often');
    expectError(await live.post(sources, form), 422, 'refresh_interval_hours');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['refresh_interval_hours', { refresh_interval_hours: 0 }],
      ['refresh_interval_hours', { refresh_interval_hours: 1.5 }],
      ['refresh_interval_hours', { refresh_interval_hours: 8_761 }],
      ['refresh_interval_hours', { refresh_interval_hours: -1 }],
      ['refresh_interval_hours', { refresh_interval_hours: '1' }],
      ['refresh_interval_hours', { refresh_interval_hours: null }],
      [
        'refresh_interval_hours',
        { refresh_interval_hours: 1, type: 'text', content: 'A text.', url: undefined },
      ],
    ]),
  )('422 for $wrong', async ({ field, wrong }) => {
    expectError(
      await live.post(sources, { type: 'url', name: 'Page', url: site.url('/never'), ...wrong }),
      422,
      field,
    );
    expect(site.count('/never')).toBe(0);
  });

  it('refresh_interval_hours of a text gets 422', async () => {
    const { id } = await live.addText('Text', 'A text about nothing but the sea.');
    for (const refresh_interval_hours of [5, 0])
      expectError(
        await live.patch(`${sources}/${id}`, { refresh_interval_hours }),
        422,
        'refresh_interval_hours',
      );
  });
});
