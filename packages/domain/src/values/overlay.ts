/** Beyond this share of the map below, a copy costs no more than what lies above it. */
const MOST_SHARE = 0.25;

/**
 * The same map with other values for some keys; undefined takes one away. It reads through to the map below instead of copying it: to
 * ask what one change of thousands would mean takes no longer than the change. Whoever goes through all of it pays for a copy, once.
 */
export function overlaid<K, V>(
  below: ReadonlyMap<K, V>,
  changes: ReadonlyMap<K, V | undefined>,
): ReadonlyMap<K, V> {
  // One above the other would become a tower, of which every question goes through each floor.
  const [ground, above] =
    below instanceof Overlay ? [below.ground, new Map([...below.above, ...changes])] : [below, changes];
  const overlay = new Overlay<K, V>(ground as ReadonlyMap<K, V>, above as ReadonlyMap<K, V | undefined>);
  return above.size > ground.size * MOST_SHARE ? overlay.whole() : overlay;
}

class Overlay<K, V> implements ReadonlyMap<K, V> {
  readonly ground: ReadonlyMap<K, V>;
  readonly above: ReadonlyMap<K, V | undefined>;
  #whole: ReadonlyMap<K, V> | undefined;

  constructor(ground: ReadonlyMap<K, V>, above: ReadonlyMap<K, V | undefined>) {
    this.ground = ground;
    this.above = above;
  }

  whole(): ReadonlyMap<K, V> {
    if (this.#whole) return this.#whole;
    const whole = new Map(this.ground);
    for (const [key, value] of this.above)
      if (value === undefined) whole.delete(key);
      else whole.set(key, value);
    this.#whole = whole;
    return whole;
  }

  get(key: K): V | undefined {
    return this.above.has(key) ? this.above.get(key) : this.ground.get(key);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  get size(): number {
    return this.whole().size;
  }

  forEach(each: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.whole()) each(value, key, this);
  }

  entries(): MapIterator<[K, V]> {
    return this.whole().entries();
  }

  keys(): MapIterator<K> {
    return this.whole().keys();
  }

  values(): MapIterator<V> {
    return this.whole().values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.whole().entries();
  }
}
