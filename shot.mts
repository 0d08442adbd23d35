import { chromium } from 'playwright-core';
const [,, url, out, w='1280', h='900', scheme='light', action=''] = process.argv;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--headless','--disable-gpu','--disable-background-networking'] });
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: scheme as any });
const p = await c.newPage();
p.on('console', m => console.log('console:', m.text())); p.on('pageerror', e => console.log('pageerror', e.message));
await p.goto(url, { waitUntil: 'load' }); await p.waitForTimeout(700);
if (action) { await eval(`(async()=>{${action}})()`); await p.waitForTimeout(900); }
await p.screenshot({ path: out, fullPage: true });
await b.close();
