import { expect, test } from 'vitest';
import { lazily } from '../src/lazily.ts';

test('a schema is compiled when its function is first called, and once for all routes that use it alike', () => {
  const compiled: object[] = [];
  const compile = lazily((route: { schema: object; httpPart?: string }) => {
    compiled.push(route);
    return (value: number) => [route, value];
  });
  const [shared, own] = [{}, {}];
  const routes = [{ schema: shared }, { schema: shared }, { schema: own }, { schema: own, httpPart: 'body' }];
  const functions = routes.map(compile);
  expect(compiled).toEqual([]);
  expect(functions.map((each, index) => each(index))).toEqual([
    [routes[0], 0],
    [routes[0], 1],
    [routes[2], 2],
    [routes[3], 3],
  ]);
  expect(compiled).toEqual([routes[0], routes[2], routes[3]]);
});
