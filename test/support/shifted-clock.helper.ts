/**
 * Loaded before anything else (`node --import`), it sets the process's clock wrong by `CLOCK_SHIFT` milliseconds. The
 * steady clock, and with it every timer, goes on as it does when a machine's clock is set.
 */
const shift = Number(process.env['CLOCK_SHIFT']);
const now = Date.now.bind(Date);
const shifted = () => now() + shift;

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shifted()] : given, newTarget),
  get: (target, property) => (property === 'now' ? shifted : Reflect.get(target, property, target)),
});
