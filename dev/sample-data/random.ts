/** Pseudo-random numbers. The same seed gives the same sample data at every start. */
export interface Random {
  /** 0 <= value < 1 */
  next: () => number
  pick: <Item>(items: readonly Item[]) => Item
}

export function seededRandom(seed: number): Random {
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
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('cannot pick from an empty list')
      return item
    },
  }
}
