import { expect, test } from 'vitest';
import { verifyChain } from '../../../src/audit/verify.ts';
import { useCommerce } from '../support.ts';
import { SAMPLES } from './requests.ts';
import { ADDRESS, openScene, watchLog } from './scene.ts';

const commerce = useCommerce({ mailbox: true });

/** Every operation of the OpenAPI document that isn't a mere question. */
async function operations(): Promise<readonly string[]> {
  const { paths } = (await commerce().app.inject('/openapi.json')).json<{ paths: Record<string, object> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** Who acts where it isn't the key. */
const ACTORS: Readonly<Record<string, string>> = { '/checkout': 'customer', '/v5/oauth': 'application' };

test('each operation that changes something is one entry, with who, what and from where, and no secret', async () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...(await operations())].sort());
  const scene = await openScene(commerce);
  for (const [operation, prepare] of Object.entries(SAMPLES)) {
    const { url, payload, action, type, id } = await prepare(scene);
    const appended = await watchLog(commerce().prisma);
    const [method = ''] = operation.split(' ');
    const answer = await scene.send({ method, url, ...(payload && { payload }) });
    expect(answer.status, `${operation} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    const entries = await appended();
    const own = id ?? answer.body.id ?? answer.body.membership?.id ?? expect.stringMatching(/^grant_/);
    const actor = Object.entries(ACTORS).find(([path]) => url.startsWith(path))?.[1];
    expect(entries, operation).toMatchObject([
      {
        action,
        objectType: type,
        objectId: own,
        address: ADDRESS,
        guildId: null,
        actorKind: actor ?? 'api_key',
        actorId: actor ? expect.stringMatching(/^(user|app)_/) : scene.keyId,
      },
    ]);
  }
  const log = JSON.stringify(await commerce().prisma.auditEntry.findMany(), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(scene.secrets.size).toBeGreaterThan(30);
  expect([...scene.secrets].filter((secret) => log.includes(secret))).toEqual([]);
  expect(await verifyChain(commerce().prisma)).toMatchObject({ kind: 'intact' });
});
