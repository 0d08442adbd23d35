import type { FaultInjector } from '../faults/fault-injection.ts';
import type { GatewayEvent } from './payloads.ts';
import type { Session } from './session.ts';

/** Delivers events to sessions. Faults can lose, delay or alter them. */
export interface EventDispatch {
  deliver(session: Session, event: GatewayEvent): void;
  close(): void;
}

export function openEventDispatch(injector: FaultInjector): EventDispatch {
  const delayed = new Set<NodeJS.Timeout>();
  return {
    deliver(session, event) {
      const fault = injector.event(event.t);
      if (fault?.kind === 'lose-events') return;
      if (!fault) return session.dispatch(event);
      if (fault.kind === 'drop-field') return session.dispatch(without(event, fault.field));
      const timer = setTimeout(() => {
        delayed.delete(timer);
        session.dispatch(event);
      }, fault.milliseconds);
      delayed.add(timer);
    },
    close() {
      for (const timer of delayed) clearTimeout(timer);
      delayed.clear();
    },
  };
}

function without(event: GatewayEvent, field: string): GatewayEvent {
  const incomplete = structuredClone(event);
  Reflect.deleteProperty(Object(incomplete.d), field);
  return incomplete;
}
