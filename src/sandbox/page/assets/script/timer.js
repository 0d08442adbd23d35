/** Returns a function that schedules an action, if given, instead of the one scheduled before. */
export function createTimer() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (milliseconds = 0, act = () => {}) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}
