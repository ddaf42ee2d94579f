import { joinBytes, refuseUnless, type Bytes } from './bytes.ts'
import { hashNode } from './merkle.ts'
import type { Subtree } from './tree.ts'

// C2SP tlog-tiles: tiles of 256 hashes, where hash i of level L is the root of 256^L leaves.

export const tileWidth = 256
export const tileHeight = 8

/** `width` is below 256 for the partial tile at the right edge. Level -1 holds the entries themselves. */
export type TileName = { level: number; index: number; width: number }
export const entriesLevel = -1

export function formatTilePath({ level, index, width }: TileName): string {
  const partial = width < tileWidth ? `.p/${width}` : ''
  return `tile/${level === entriesLevel ? 'entries' : level}/${formatIndex(index)}${partial}`
}

function formatIndex(index: number): string {
  const groups = [String(index % 1000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  return groups.join('/')
}

const pathPattern =
  /^tile\/(?<level>entries|[0-9]{1,2})\/(?<index>(x[0-9]{3}\/){0,5}[0-9]{3})(\.p\/(?<width>[0-9]{1,3}))?$/

/** Undefined for every text that is not the one form of a path. */
export function parseTilePath(path: string): TileName | undefined {
  const found = pathPattern.exec(path)?.groups
  if (!found) return undefined
  const name = {
    level: found.level === 'entries' ? entriesLevel : Number(found.level),
    index: Number(found.index?.replaceAll(/[x/]/g, '')),
    width: Number(found.width ?? tileWidth),
  }
  const isValid = name.level <= 63 && name.width > 0 && Number.isSafeInteger(name.index)
  return isValid && formatTilePath(name) === path ? name : undefined
}

const countAt = (size: number, level: number) =>
  level === entriesLevel ? size : Math.floor(size / tileWidth ** level)

/** True if a tree of this size has the tile. Narrower partial tiles of smaller trees are among them. */
export function hasTile(size: number, { level, index, width }: TileName): boolean {
  return index * tileWidth + width <= countAt(size, level)
}

/** Every tile that a tree of `size` leaves adds to one of `from` leaves, at the full width of its last one. */
export function listNewTiles(from: number, size: number): TileName[] {
  const tiles: TileName[] = []
  const levels = [entriesLevel, 0]
  while (countAt(size, levels.length - 1) > 0) levels.push(levels.length - 1)
  for (const level of new Set(levels)) {
    const count = countAt(size, level)
    if (count === countAt(from, level)) continue
    for (
      let index = Math.floor(countAt(from, level) / tileWidth);
      index * tileWidth < count;
      index++
    )
      tiles.push({ level, index, width: Math.min(tileWidth, count - index * tileWidth) })
  }
  return tiles
}

export function toTileHashes({ height, index }: Subtree) {
  const level = Math.floor(height / tileHeight)
  const count = 2 ** (height % tileHeight)
  return { level, start: index * count, count }
}

/** Folds 1, 2, 4, … hashes to one. */
export function foldComplete(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1)
    row = row.flatMap((left, index) => {
      const right = row[index + 1]
      return index % 2 === 0 && right ? [hashNode(left, right)] : []
    })
  const [root] = row
  refuseUnless(root !== undefined, 'a subtree has no hashes')
  return root
}

/** A bundle holds each entry with its length, two bytes big-endian, in front. */
export function encodeBundle(entries: readonly Uint8Array[]): Bytes {
  return joinBytes(
    ...entries.flatMap((entry) => {
      refuseUnless(entry.length <= 0xff_ff, 'an entry is too long')
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )
}

export function decodeBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  let offset = 0
  while (offset < bytes.length) {
    const start = offset + 2
    const end = start + (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0)
    refuseUnless(end <= bytes.length, 'an entry overruns its bundle')
    entries.push(bytes.subarray(start, end))
    offset = end
  }
  refuseUnless(entries.length <= tileWidth, 'a bundle has more than 256 entries')
  return entries
}
