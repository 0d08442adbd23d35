import { compareSnowflakes } from './snowflake.ts';

/**
 * Records in the order of their ids. New ids are larger than all before, so nearly all are put behind the others; one
 * that is not, such as that of a member who comes back, has the rest put in order once.
 */
export class OrderedMap<Value> extends Map<string, Value> {
  #last = '';

  override set(id: string, value: Value): this {
    const isBehind = compareSnowflakes(id, this.#last) > 0;
    const isNew = !isBehind && !this.has(id);
    super.set(id, value);
    if (isBehind) this.#last = id;
    if (isNew) this.#order();
    return this;
  }

  #order(): void {
    const entries = [...this].sort(([a], [b]) => compareSnowflakes(a, b));
    super.clear();
    for (const [id, value] of entries) super.set(id, value);
  }
}
