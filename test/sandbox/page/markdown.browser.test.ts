import { expect, test } from 'vitest';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { startSandbox } from '../sandbox.ts';
import { openSandbox } from './open.ts';

// https://support.discord.com/hc/en-us/articles/210298617
const CASES: readonly (readonly [written: string, shown: string])[] = [
  [
    '**bold** *em* _em_ __under__ ~~gone~~',
    '<p><strong>bold</strong> <em>em</em> <em>em</em> <u>under</u> <s>gone</s></p>',
  ],
  ['***both***', '<p><strong><em>both</em></strong></p>'],
  ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
  ['snake\\_case \\_not em\\_', '<p>snake_case _not em_</p>'],
  ['\\*not em\\* `**code**`', '<p>*not em* <code>**code**</code></p>'],
  [
    '# One\n## Two\n-# small',
    '<h4 class="size-1">One</h4><h5 class="size-2">Two</h5><p class="subtext">small</p>',
  ],
  ['> quoted\n> twice\nnot', '<blockquote><p>quoted<br>twice</p></blockquote><p>not</p>'],
  ['- a\n- b\n  - c\n3. d', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>'],
  ['```ts\nlet **a** = 1\n```', '<pre tabindex="0"><code data-language="ts">let **a** = 1</code></pre>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['[run](javascript:alert(1))', '<p>[run](javascript:alert(1))</p>'],
];

inBrowser(WHERE, () => {
  const browser = useBrowser();

  test('Markdown is shown as the platform shows it, and nothing that is written is ever run', async () => {
    const { sandbox, baseUrl, member } = await startSandbox();
    const { page, complaints } = await openSandbox(browser, baseUrl);
    const channel = [...sandbox.community.state.channels.values()].find(({ name }) => name === 'general');
    for (const [written, shown] of CASES) {
      const { id } = sandbox.community.say(member('juniper'), channel?.id ?? '', written);
      const said = page.locator(`[data-message="${id}"] .markdown`);
      await said.waitFor();
      expect(await said.innerHTML()).toBe(shown);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('people, roles, channels, links and times are shown by their names', async () => {
    const { sandbox, baseUrl, member, role } = await startSandbox();
    const { page, become } = await openSandbox(browser, baseUrl, { timezoneId: 'UTC' });
    await become('Tomasz');
    const channels = [...sandbox.community.state.channels.values()];
    const idOf = (wanted: string) => channels.find(({ name }) => name === wanted)?.id ?? '';
    const text = [
      `<@${member('juniper')}> <@&${role('Insider')}> <#${idOf('role-log')}> <#${idOf('supporters')}>`,
      '<t:1800000000:D> <t:0:R> [our shop](https://example.com/a_b_c) https://example.com/x.',
    ].join('\n');
    const { id } = sandbox.community.say(member('juniper'), idOf('general'), text);
    const said = page.locator(`[data-message="${id}"] .markdown`);
    await said.waitFor();
    expect(await said.textContent()).toMatch(
      /^@Juniper @Insider #role-log #no-accessJanuary 15, 2027 \d+ years ago our shop https:\/\/example.com\/x\.$/,
    );
    const links = said.getByRole('link');
    expect(await links.first().getAttribute('href')).toBe('https://example.com/a_b_c');
    expect(await links.last().getAttribute('href')).toBe('https://example.com/x');
    await said.getByRole('button', { name: '#role-log' }).click();
    await page.getByRole('heading', { name: '# role-log' }).waitFor();
    await page.close();
  });
});
