import type { ComponentType } from 'discord-api-types/v10';
import type { Path } from '../rest/api-error.ts';

interface Emoji {
  readonly id?: string;
  readonly name?: string;
}

/** The fields of a component, in a message or form, that are checked at any depth. */
export interface Part {
  readonly type: ComponentType;
  id?: number;
  readonly custom_id?: string;
  readonly url?: string;
  readonly emoji?: Emoji;
  readonly options?: readonly {
    readonly value: string;
    readonly default?: boolean;
    readonly emoji?: Emoji;
  }[];
  readonly default_values?: readonly unknown[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly components?: readonly Part[];
  readonly accessory?: Part;
  readonly component?: Part;
}

export interface Place {
  readonly part: Part;
  readonly path: Path;
}

/** Yields components and everything nested in them. */
export function* places(parts: readonly Part[], path: Path): Generator<Place> {
  for (const [index, part] of parts.entries()) yield* within(part, [...path, index]);
}

function* within(part: Part, path: Path): Generator<Place> {
  yield { part, path };
  yield* places(part.components ?? [], [...path, 'components']);
  if (part.accessory) yield* within(part.accessory, [...path, 'accessory']);
  if (part.component) yield* within(part.component, [...path, 'component']);
}

/**
 * Numbers the components that have no id, or an id of 0.
 * https://docs.discord.com/developers/components/reference#anatomy-of-a-component
 */
export function number<Of extends Part>(parts: readonly Of[]): Of[] {
  const numbered = structuredClone([...parts]);
  const all = [...places(numbered, [])].map(({ part }) => part);
  const taken = new Set(all.map(({ id }) => id));
  let next = 1;
  for (const each of all) {
    if (each.id) continue;
    while (taken.has(next)) next += 1;
    each.id = next;
    taken.add(next);
  }
  return numbered;
}
