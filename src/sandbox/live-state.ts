import type { Clock } from '../clock.ts';
import type { Change, CommunityEvent } from './changes/change.ts';
import type { Entry, Write } from './records.ts';
import { compareSnowflakes, createSnowflakes } from './snowflake.ts';
import { buildState, type CommunityState } from './state.ts';
import type { Store } from './store.ts';

/** Number of log entries kept. */
const HISTORY_LENGTH = 2_000;

/** The state and its changes. A change is stored first, then applied, then reported to watchers. */
export interface LiveState {
  readonly state: CommunityState;
  /** Stores a change and reports it. The caller must have validated it. */
  commit(change: Change): void;
  /** Returns a new id, larger than all previous ones. */
  nextId(): string;
  now(): Date;
  /** Calls back after each change is stored. @returns a function that stops the callbacks */
  watch(watcher: Watcher): () => void;
}

type Watcher = (event: CommunityEvent) => void;

export interface OpenState {
  readonly clock: Clock;
  readonly store: Store;
  /** Base URL of attachments. */
  readonly filesUrl: string;
  readonly seed: (now: Date) => Write[];
}

/** Opens the stored state, or the seed's if the store is empty. */
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
    // Stores before notifying, so that no watcher sees a change that a restart would undo.
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
