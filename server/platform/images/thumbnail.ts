/** An image at 36 by 24 pixels, which both grids below divide evenly. */
export type Thumbnail = { data: Uint8Array; channels: number }

export const thumbnailSize = { width: 36, height: 24 }

const minSetBits = 4
const minOpaqueAlpha = 250

/** Difference hash (dHash) as text of 64 bits. Null for images without enough contrast to compare. */
export function toDhash(thumbnail: Thumbnail): string | null {
  const grey = averageCells(thumbnail, { columns: 9, rows: 8 }).map(
    ([red = 0, green = 0, blue = 0]) => 0.299 * red + 0.587 * green + 0.114 * blue,
  )
  const bits = Array.from({ length: 64 }, (_, index) => {
    const at = index + Math.floor(index / 8)
    return (grey[at] ?? 0) > (grey[at + 1] ?? 0) ? '1' : '0'
  })
  const setBits = bits.filter((bit) => bit === '1').length
  return setBits < minSetBits || setBits > 64 - minSetBits ? null : bits.join('')
}

/** Twelve colours in hex, four columns by three rows. Null for transparent images, where the placeholder would shine through. */
export function toPlaceholder(thumbnail: Thumbnail): string | null {
  const cells = averageCells(thumbnail, { columns: 4, rows: 3 })
  if (cells.some(([, , , alpha = 255]) => alpha < minOpaqueAlpha)) return null
  return cells
    .flatMap((cell) => cell.slice(0, 3))
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')
}

/** The average of each channel in every cell of the grid, row by row. */
function averageCells(
  { data, channels }: Thumbnail,
  { columns, rows }: { columns: number; rows: number },
) {
  const [width, height] = [thumbnailSize.width / columns, thumbnailSize.height / rows]
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height]
    const sums = Array.from({ length: channels }, () => 0)
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++)
        for (let channel = 0; channel < channels; channel++)
          sums[channel] =
            (sums[channel] ?? 0) + (data[(y * thumbnailSize.width + x) * channels + channel] ?? 0)
    return sums.map((sum) => sum / (width * height))
  })
}
