import { randomBytes } from 'node:crypto';
import {
  GatewayDispatchEvents,
  type GatewayHeartbeatAck,
  type GatewayHello,
  type GatewayInvalidSession,
  GatewayOpcodes,
} from 'discord-api-types/v10';
import type { Dispatch, GatewayEvent } from './payloads.ts';

/** How many events a session keeps for a client that comes back. */
const BUFFER_LENGTH = 1_000;

/** All that goes down the wire. (The types give the acknowledgement a `d` that no value fits: it has none.) */
export type Sent = Dispatch | GatewayHello | GatewayInvalidSession | Omit<GatewayHeartbeatAck, 'd'>;

/** Sends one payload to whoever is connected. */
export type Send = (payload: Sent) => void;

/** What one client has been told. It outlives its connection, so that the client can come back to it. */
export class Session {
  readonly id = randomBytes(16).toString('hex');
  readonly intents: number;
  #send: Send | undefined;
  #sequence = 0;
  #buffer: Dispatch[] = [];

  constructor(intents: number, send: Send) {
    this.intents = intents;
    this.#send = send;
  }

  /** Numbers an event, keeps it, and sends it if somebody is there to hear it. */
  dispatch(event: GatewayEvent): void {
    this.#sequence += 1;
    const payload: Dispatch = { ...event, op: GatewayOpcodes.Dispatch, s: this.#sequence };
    this.#buffer = [...this.#buffer, payload].slice(-BUFFER_LENGTH);
    this.#send?.(payload);
  }

  /** Nobody listens any more; events are kept. */
  detach(send: Send): void {
    if (this.#send === send) this.#send = undefined;
  }

  /** Whether everything after `sequence` is still known. */
  canReplay(sequence: number): boolean {
    const oldest = this.#sequence - this.#buffer.length;
    return sequence >= oldest && sequence <= this.#sequence;
  }

  /** Somebody is back who has heard everything up to `sequence`: tells the rest, then that it was all. */
  resume(sequence: number, send: Send): void {
    const missed = this.#buffer.filter(({ s }) => s > sequence);
    this.#send = send;
    for (const payload of missed) send(payload);
    this.dispatch({ t: GatewayDispatchEvents.Resumed, d: undefined });
  }
}
