import { expect } from 'vitest';
import { percentOff } from '../../promo-codes/percent-off.ts';
import type { Endpoint } from '../claims.ts';
import type { Json } from '../reach.ts';
import type { World } from '../world.ts';
import type { Proof } from './proof.ts';

const idsOf = (data: readonly Json[]): string[] => data.map(({ id }) => id);

/** What holds for a list, whichever it is. */
export function listRules(endpoint: Endpoint): Readonly<Record<string, Proof>> {
  const list = endpoint.replace('GET /api/v2', '');
  return {
    [`${endpoint} ?page`]: async (world) => {
      await atLeast(11, list, world);
      const whole = idsOf(await world.all(list));
      const total_page = Math.ceil(whole.length / 4);
      for (let page = 1; page <= total_page + 1; page++) {
        const { data, pagination } = (await world.call(endpoint, `page=${page}&per=4`)).body;
        expect(idsOf(data)).toEqual(whole.slice((page - 1) * 4, page * 4));
        expect(pagination).toEqual({ current_page: page, total_page, total_count: whole.length });
      }
      for (const page of ['zero', '0', '-1']) await refuses(world, endpoint, 'page', page);
    },
    [`${endpoint} ?page default 1`]: async (world) => {
      await atLeast(11, list, world);
      const { data, pagination } = (await world.call(endpoint)).body;
      expect(pagination.current_page).toBe(1);
      expect(idsOf(data)).toEqual(idsOf((await world.all(list)).slice(0, 10)));
    },
    [`${endpoint} ?per`]: async (world) => {
      await atLeast(11, list, world);
      const total_count = (await world.all(list)).length;
      for (const per of [1, 3, 11]) {
        const { data, pagination } = (await world.call(endpoint, `per=${per}`)).body;
        expect(data).toHaveLength(per);
        const total_page = Math.ceil(total_count / per);
        expect(pagination).toEqual({ current_page: 1, total_page, total_count });
      }
      for (const per of ['many', '0', '-1']) await refuses(world, endpoint, 'per', per);
    },
    [`${endpoint} ?per default 10`]: async (world) => {
      await atLeast(11, list, world);
      expect((await world.call(endpoint)).body.data).toHaveLength(10);
    },
    [`${endpoint} ?per at most 50`]: async (world) => {
      await atLeast(51, list, world);
      expect((await world.call(endpoint, 'per=50')).body.data).toHaveLength(50);
      await refuses(world, endpoint, 'per', '51');
    },
    [`${endpoint} answers pagination and data`]: async ({ call }) => {
      const { body } = await call(endpoint);
      expect(Object.keys(body)).toEqual(['pagination', 'data']);
      expect(body.data).toHaveLength(Math.min(10, body.pagination.total_count));
    },
  };
}

async function refuses({ call }: World, endpoint: Endpoint, name: string, value: string): Promise<void> {
  const { status, body } = await call(endpoint, `${name}=${value}`);
  expect([value, status]).toEqual([value, 400]);
  expect(body.error.message).toContain(name);
}

async function atLeast(most: number, list: string, { get, post }: World): Promise<void> {
  const bodyOf = (count: number): object => {
    if (list === '/webhooks') return { url: 'https://example.com/', enabled: false };
    return list === '/promo_codes' ? { code: `CODE${count}`, ...percentOff(10) } : {};
  };
  const have = (await get(list)).body.pagination.total_count;
  for (let count = have; count < most; count++) await post(list, bodyOf(count));
}
