import { expect, test } from '../journey.ts';

/** 1.25 times what react-dom alone weighs, measured with the same build and compression. */
const limitBytes = 1.25 * 57_992;

for (const name of ['login', 'register', 'enquiry']) {
  test(`the ${name} page loads little more script than React itself`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(`/${name}`, { waitUntil: 'networkidle' });
    expect(scripts.length).toBeGreaterThan(0);

    let bytes = 0;
    for (const script of scripts) {
      const answer = await page.request.get(script, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers()['content-encoding']).toBe('br');
      bytes += Number(answer.headers()['content-length']);
    }
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(limitBytes);
  });
}

test('a first visit is painted before its letters and its script are asked for', async ({ page }) => {
  await page.goto('/register', { waitUntil: 'networkidle' });
  const seen = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-paint');
    const late = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => startTime >= paint!.startTime && /\.(js|css|woff2)$/.test(name))
      .map(({ name }) => /\/([a-z-]+)-[^/]*$/.exec(name)![1]);
    return { late, family: getComputedStyle(document.body).fontFamily };
  });
  expect(seen.late).toEqual(expect.arrayContaining(['register', 'react', 'base', 'inter-latin']));
  expect(seen.late).not.toContain('early');
  expect(seen.family).toMatch(/^"?Inter"?,/);
});
