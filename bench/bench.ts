import type { Clock } from '../src/clock.ts';
import type { Home } from './home.ts';
import type { Spread } from './spread.ts';

export interface Setting {
  /** Kinds of databases to use: PostgreSQL, if a server answers, and the embedded one. */
  readonly homes: readonly Home[];
  /** Whether this is a smoke run: with small inputs and meaningless figures. */
  readonly isQuick: boolean;
  readonly clock: Clock;
  /** Reports progress to the user. */
  say(text: string): void;
}

/** A goal for a figure, with the measurement. */
export interface Aim {
  readonly what: string;
  /** The limit, in `unit`. */
  readonly bound: { readonly is: 'at least' | 'at most' | 'exactly'; readonly value: number };
  readonly unit: string;
  readonly measured: Spread;
}

/** A table whose first column holds the row labels. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Picture {
  /** File name without extension. */
  readonly name: string;
  /** Alternative text. */
  readonly caption: string;
  readonly svg: string;
}

export interface Findings {
  /** Paragraphs about what was measured, and how. */
  readonly method: readonly string[];
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
  /** Paragraphs about the figures. */
  readonly notes: readonly string[];
  readonly pictures: readonly Picture[];
}

export interface Bench {
  readonly name: string;
  readonly title: string;
  run(setting: Setting): Promise<Findings>;
}
