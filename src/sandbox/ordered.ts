import { compareSnowflakes } from './snowflake.ts';

/**
 * A map of records in the order of their ids. New ids are larger than all previous ones, so a record is usually
 * appended. A smaller id, such as that of a returning member, causes one sort.
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
