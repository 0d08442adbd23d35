import type { Clock } from '../src/clock.ts';
import type { Home } from './home.ts';
import type { Spread } from './spread.ts';

/** What a benchmark is given. */
export interface Setting {
  /** Where it may keep data: PostgreSQL where one answers, and the embedded database. */
  readonly homes: readonly Home[];
  /** Whether it only shows that it runs: everything small, figures that mean nothing. */
  readonly isQuick: boolean;
  readonly clock: Clock;
  /** Tells whoever waits how far it is. */
  say(text: string): void;
}

/** A figure that was set as a goal. */
export interface Aim {
  readonly what: string;
  /** The goal: at least, or at most, so much of the unit. */
  readonly bound: { readonly is: 'at least' | 'at most' | 'exactly'; readonly value: number };
  readonly unit: string;
  readonly measured: Spread;
}

/** Rows of text below a head; the first column names what the others tell of. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A drawing of the document. */
export interface Picture {
  /** Its file's name, without an ending. */
  readonly name: string;
  /** What it shows, for who doesn't see it. */
  readonly caption: string;
  readonly svg: string;
}

/** What a benchmark found. */
export interface Findings {
  /** What was measured, and how: a paragraph each. */
  readonly method: readonly string[];
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
  /** What is to be said about the figures: a paragraph each. */
  readonly notes: readonly string[];
  readonly pictures: readonly Picture[];
}

/** A benchmark: what it is called on the command line and in the document. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  run(setting: Setting): Promise<Findings>;
}
