import type { Strikes } from '../faults/fault-injection.ts';
import type { GatewayEvent } from './payloads.ts';
import type { Session } from './session.ts';

/** Delivers events to sessions. Faults can lose, delay or alter them. */
export interface Mail {
  deliver(session: Session, event: GatewayEvent): void;
  close(): void;
}

export function openMail(strikes: Strikes): Mail {
  const delayed = new Set<NodeJS.Timeout>();
  return {
    deliver(session, event) {
      const blow = strikes.event(event.t);
      if (blow?.kind === 'lose-events') return;
      if (!blow) return session.dispatch(event);
      if (blow.kind === 'drop-field') return session.dispatch(without(event, blow.field));
      const timer = setTimeout(() => {
        delayed.delete(timer);
        session.dispatch(event);
      }, blow.milliseconds);
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
