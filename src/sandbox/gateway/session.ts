import { randomBytes } from 'node:crypto';
import {
  GatewayDispatchEvents,
  type GatewayHeartbeatAck,
  type GatewayHello,
  type GatewayInvalidSession,
  GatewayOpcodes,
  type GatewayReconnect,
} from 'discord-api-types/v10';
import type { Dispatch, GatewayEvent, Nil } from './payloads.ts';
import type { Shard } from './shards.ts';

/** How many events a session keeps for a client that comes back. */
const BUFFER_LENGTH = 1_000;

/** All that goes down the wire. */
type Sent =
  | Dispatch
  | GatewayHello
  | GatewayInvalidSession
  | Nil<GatewayHeartbeatAck>
  | Nil<GatewayReconnect>;

/** Sends one payload to whoever is connected. */
type Send = (payload: Sent) => void;

/** The wire to one client. */
export interface Wire {
  send: Send;
  close(code: number, reason: string): void;
}

/** What one client has been told. It outlives its connection, so that the client can come back to it. */
export class Session {
  readonly id = randomBytes(16).toString('hex');
  readonly intents: number;
  readonly shard: Shard;
  #wire: Wire | undefined;
  #sequence = 0;
  #buffer: Dispatch[] = [];

  constructor(intents: number, shard: Shard, wire: Wire) {
    this.intents = intents;
    this.shard = shard;
    this.#wire = wire;
  }

  /** Numbers an event, keeps it, and sends it if somebody is there to hear it. */
  dispatch(event: GatewayEvent): void {
    this.#sequence += 1;
    const payload: Dispatch = { ...event, op: GatewayOpcodes.Dispatch, s: this.#sequence };
    this.#buffer.push(payload);
    if (this.#buffer.length > BUFFER_LENGTH) this.#buffer.shift();
    this.#wire?.send(payload);
  }

  /** Whether somebody is connected. */
  get isHeard(): boolean {
    return this.#wire !== undefined;
  }

  /** The client says with its heartbeat what it has heard: that need not be kept any longer. */
  acknowledge(sequence: number | null): void {
    if (sequence !== null) this.#buffer = this.#buffer.filter(({ s }) => s > sequence);
  }

  /** Nobody listens any more; events are kept. */
  detach(wire: Wire): void {
    if (this.#wire === wire) this.#wire = undefined;
  }

  /** What of the events after `sequence` is still known: all, not all, or there was never so much. */
  remembers(sequence: number): 'all' | 'too-old' | 'never-sent' {
    if (sequence > this.#sequence) return 'never-sent';
    return sequence >= this.#sequence - this.#buffer.length ? 'all' : 'too-old';
  }

  /**
   * Somebody is back who has heard everything up to `sequence`: tells the rest, then that it was all. A session has
   * one connection, so one that still hangs on is closed.
   */
  resume(sequence: number, wire: Wire): void {
    this.#wire?.close(1001, 'Resumed elsewhere.');
    const missed = this.#buffer.filter(({ s }) => s > sequence);
    this.#wire = wire;
    for (const payload of missed) wire.send(payload);
    this.dispatch({ t: GatewayDispatchEvents.Resumed, d: null });
  }
}
