import { vi } from 'vitest';
import type { World } from './world.ts';

/** Makes `AbortSignal.timeout` follow the world's clock, until `stop` is called. */
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
