import type { Clock } from '../clock.ts';
import type { Change, CommunityEvent } from './changes/change.ts';
import type { Entry, Write } from './records.ts';
import { compareSnowflakes, createSnowflakes } from './snowflake.ts';
import { buildState, type CommunityState } from './state.ts';
import type { Store } from './store.ts';

/** How much of what happened is remembered. */
const HISTORY_LENGTH = 2_000;

/** The state, and how it changes: stored first, then visible, then told. */
export interface LiveState {
  readonly state: CommunityState;
  /** Stores a change and tells of it; for those who made sure that it may be. */
  commit(change: Change): void;
  /** A new id, larger than all before. */
  nextId(): string;
  now(): Date;
  /** Calls back after each change, once it is stored. Returns what ends that. */
  watch(watcher: Watcher): () => void;
}

/** Is told what changed. */
type Watcher = (event: CommunityEvent) => void;

export interface OpenState {
  readonly clock: Clock;
  readonly store: Store;
  /** Below which address the files of messages are. */
  readonly filesUrl: string;
  /** What a community consists of on its first day. */
  readonly seed: (now: Date) => Write[];
}

/** Opens what the store keeps; where that is nothing, what the seed gives. */
export function openState({ clock, store, seed, filesUrl }: OpenState): LiveState {
  const kept = store.load();
  const writes = kept.length > 0 ? kept : seed(clock.now());
  const { state, apply } = buildState(writes, filesUrl, clock);
  if (kept.length === 0) store.save(writes);
  const nextId = createSnowflakes(clock, largestId(writes));
  const watchers = new Set<Watcher>();

  return {
    state,
    nextId,
    now: () => clock.now(),
    // Nobody is ever told of a change that a restart would undo.
    commit(change) {
      if (!change) return;
      const at = clock.now().toISOString();
      const entries = (change.entries ?? []).map((entry): Entry => ({ ...entry, id: nextId(), at }));
      const all = [...change.writes, ...remember(state.history, entries)];
      store.save(all);
      for (const write of all) apply(write);
      for (const event of change.events) for (const watcher of watchers) watcher(event);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The newest entries are put, and the oldest make room for them. */
function remember(history: ReadonlyMap<string, Entry>, entries: readonly Entry[]): Write[] {
  const excess = Math.max(0, history.size + entries.length - HISTORY_LENGTH);
  const oldest = excess === 0 ? [] : [...history.keys().take(excess)];
  return [
    ...oldest.map((id): Write => ({ kind: 'entry', within: '', id, value: undefined })),
    ...entries.map((value): Write => ({ kind: 'entry', within: '', id: value.id, value })),
  ];
}

const largestId = (writes: readonly Write[]): string =>
  writes.reduce((largest, { id }) => (compareSnowflakes(id, largest) > 0 ? id : largest), '0');
