/** Chance that is the same at every start, so that the sample data is too. */
export interface Chance {
  /** From 0 up to 1. */
  next: () => number
  oneOf: <Item>(items: readonly Item[]) => Item
}

export function chance(seed: number): Chance {
  let state = seed
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    oneOf: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to choose from')
      return item
    },
  }
}
