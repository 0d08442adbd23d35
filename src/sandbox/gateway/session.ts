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

/** Number of events kept for a client that resumes. */
const BUFFER_LENGTH = 1_000;

type Sent =
  | Dispatch
  | GatewayHello
  | GatewayInvalidSession
  | Nil<GatewayHeartbeatAck>
  | Nil<GatewayReconnect>;

type Send = (payload: Sent) => void;

export interface Wire {
  send: Send;
  close(code: number, reason: string): void;
}

/** A client's session. It outlives its connection, so that the client can resume it. */
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

  /** Numbers and buffers an event, and sends it if a client is connected. */
  dispatch(event: GatewayEvent): void {
    this.#sequence += 1;
    const payload: Dispatch = { ...event, op: GatewayOpcodes.Dispatch, s: this.#sequence };
    this.#buffer.push(payload);
    if (this.#buffer.length > BUFFER_LENGTH) this.#buffer.shift();
    this.#wire?.send(payload);
  }

  get isHeard(): boolean {
    return this.#wire !== undefined;
  }

  /** Drops the buffered events that a client's heartbeat acknowledges. */
  acknowledge(sequence: number | null): void {
    if (sequence !== null) this.#buffer = this.#buffer.filter(({ s }) => s > sequence);
  }

  /** Detaches a closed connection. Events are still buffered. */
  detach(wire: Wire): void {
    if (this.#wire === wire) this.#wire = undefined;
  }

  /** Whether the events after `sequence` are still buffered. */
  remembers(sequence: number): 'all' | 'too-old' | 'never-sent' {
    if (sequence > this.#sequence) return 'never-sent';
    return sequence >= this.#sequence - this.#buffer.length ? 'all' : 'too-old';
  }

  /**
   * Sends the events after `sequence` to a client that resumes, followed by RESUMED. Closes any previous connection,
   * since a session has only one.
   */
  resume(sequence: number, wire: Wire): void {
    this.#wire?.close(1001, 'Resumed elsewhere.');
    const missed = this.#buffer.filter(({ s }) => s > sequence);
    this.#wire = wire;
    for (const payload of missed) wire.send(payload);
    this.dispatch({ t: GatewayDispatchEvents.Resumed, d: null });
  }
}
