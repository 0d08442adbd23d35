import { vi } from 'vitest';
import type { World } from './world.ts';

/** Lets whatever is cut off after a time run by the world's clock, until it is told to stop. */
export function timeoutsByClock({ clock }: World) {
  const running = new Map<AbortController, number>();
  const real = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    running.set(controller, clock.now().getTime() + milliseconds);
    return controller.signal;
  });
  return {
    pass(milliseconds: number) {
      clock.pass(milliseconds);
      for (const [controller, due] of running) {
        if (clock.now().getTime() < due) continue;
        controller.abort(new DOMException('The operation timed out.', 'TimeoutError'));
        running.delete(controller);
      }
    },
    stop: () => real.mockRestore(),
  };
}
