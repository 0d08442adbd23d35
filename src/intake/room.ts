/** How much of something there may be at a time. */
export interface Limits {
  readonly items: number;
  /** In the unit of whoever weighs: bytes, mostly. */
  readonly weight: number;
}

/** A place that holds no more than its limits. */
export interface Room {
  /** @returns whether there was room; a single one always fits, however heavy */
  enter(weight: number): boolean;
  /** Makes one that is in it heavier. @returns whether that fits; where it doesn't, it is to leave */
  grow(weight: number): boolean;
  leave(weight: number): void;
}

/** An empty room: what doesn't fit is refused at once, instead of being kept until memory runs out. */
export function createRoom(limits: Limits): Room {
  const held = { items: 0, weight: 0 };
  return {
    enter(weight) {
      const fits = held.items < limits.items && held.weight + weight <= limits.weight;
      if (!fits && held.items > 0) return false;
      held.items += 1;
      held.weight += weight;
      return true;
    },
    grow(weight) {
      held.weight += weight;
      return held.items === 1 || held.weight <= limits.weight;
    },
    leave(weight) {
      held.items -= 1;
      held.weight -= weight;
    },
  };
}

/** What somebody holds of a room. */
interface Place {
  /** @returns whether there is room for so much more; where there isn't, the place is to be left */
  grow(weight: number): boolean;
  leave(): void;
}

/**
 * A room in which nobody gets more than their part, so that who wants all of it leaves the others some.
 * @returns enters it for somebody; undefined where there is no place for them
 */
export function createSharedRoom(whole: Limits, part: Limits): (who: string) => Place | undefined {
  const all = createRoom(whole);
  const parts = new Map<string, { readonly room: Room; places: number }>();
  return (who) => {
    const own = parts.get(who) ?? { room: createRoom(part), places: 0 };
    if (!own.room.enter(0)) return undefined;
    if (!all.enter(0)) {
      own.room.leave(0);
      return undefined;
    }
    own.places += 1;
    parts.set(who, own);
    let weight = 0;
    return {
      grow(more) {
        weight += more;
        return [own.room, all].map((room) => room.grow(more)).every((fits) => fits);
      },
      leave() {
        for (const room of [own.room, all]) room.leave(weight);
        own.places -= 1;
        if (own.places === 0) parts.delete(who);
      },
    };
  };
}
