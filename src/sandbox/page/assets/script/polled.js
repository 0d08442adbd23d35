import { useLayoutEffect, useRef, useState } from './preact.js';
import { createTimer } from './timer.js';

/**
 * Loads a value when `keys` change and at intervals. A failed load shows nothing, nor does an overtaken one.
 * @template Value
 * @param {() => Promise<Value>} load
 * @param {(value: Value) => unknown} show
 * @param {readonly unknown[]} keys
 * @param {{ interval?: number, delay?: number }} times in milliseconds
 * @returns a function that loads the value at once
 */
export function usePolled(load, show, keys, { interval, delay = 0 }) {
  const [later] = useState(createTimer);
  const turn = useRef(0);
  const refresh = async () => {
    later();
    turn.current += 1;
    const mine = turn.current;
    const found = await latest.current().then(
      (value) => ({ value }),
      () => undefined,
    );
    if (mine !== turn.current) return;
    if (found) show(found.value);
    if (interval !== undefined) later(interval, refresh);
  };
  const latest = useRef(load);
  latest.current = load;
  useLayoutEffect(() => {
    if (delay === 0) void refresh();
    else later(delay, refresh);
  }, keys);
  return refresh;
}
