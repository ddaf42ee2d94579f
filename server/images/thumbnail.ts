/** A picture at 36 by 24 points: enough to tell it by, and divisible by the grids below. */
export type Thumbnail = { data: Uint8Array; channels: number }

export const thumbnailSize = { width: 36, height: 24 }

const plainBits = 4
const opaque = 250

/**
 * Difference hash: of nine by eight grey points, whether each is lighter than the next in its row. 64 bits as text; null where the picture
 * is too plain to tell.
 */
export function dhashOf(thumbnail: Thumbnail): string | null {
  const grey = cellsOf(thumbnail, { across: 9, down: 8 }).map(
    ([red = 0, green = 0, blue = 0]) => 0.299 * red + 0.587 * green + 0.114 * blue,
  )
  const bits = Array.from({ length: 64 }, (_, index) => {
    const at = index + Math.floor(index / 8)
    return (grey[at] ?? 0) > (grey[at + 1] ?? 0) ? '1' : '0'
  })
  const lighter = bits.filter((bit) => bit === '1').length
  return lighter < plainBits || lighter > 64 - plainBits ? null : bits.join('')
}

/** Twelve colours, four across and three down, as hex. Null where something would shine through the picture itself. */
export function standInOf(thumbnail: Thumbnail): string | null {
  const cells = cellsOf(thumbnail, { across: 4, down: 3 })
  if (cells.some(([, , , alpha = 255]) => alpha < opaque)) return null
  return cells
    .flatMap((cell) => cell.slice(0, 3))
    .map((light) => Math.round(light).toString(16).padStart(2, '0'))
    .join('')
}

/** The average of each channel, cell by cell, row by row. */
function cellsOf(
  { data, channels }: Thumbnail,
  { across, down }: { across: number; down: number },
) {
  const [width, height] = [thumbnailSize.width / across, thumbnailSize.height / down]
  return Array.from({ length: across * down }, (_, index) => {
    const [left, top] = [(index % across) * width, Math.floor(index / across) * height]
    const sums = Array.from({ length: channels }, () => 0)
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++)
        for (let channel = 0; channel < channels; channel++)
          sums[channel] =
            (sums[channel] ?? 0) + (data[(y * thumbnailSize.width + x) * channels + channel] ?? 0)
    return sums.map((sum) => sum / (width * height))
  })
}
