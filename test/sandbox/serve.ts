import { buildApp } from '../../src/http/app.ts';
import { createLog } from '../../src/observability/log.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

// A process of its own, to be killed: prints where it listens. Its time flies, so that no rate limit is met.
const [port = '', token = '', file = ''] = process.argv.slice(2);
let time = Date.now();
const clock = {
  now: () => {
    time += 10_000;
    return new Date(time);
  },
};
const log = createLog('silent');
const sandbox = await createSandbox({ clock, log, baseUrl: `http://127.0.0.1:${port}`, token, file });
const app = buildApp({ log });
await app.register(sandbox.routes);
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('listening\n');
