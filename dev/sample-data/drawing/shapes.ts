/** A piece of SVG. Every picture is 1600 by 1000 units. */
export type Drawing = string

export const rect = (
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  radius = 0,
): Drawing =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

export const circle = (x: number, y: number, radius: number, fill: string): Drawing =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const ellipse = (
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  fill: string,
): Drawing => `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${fill}"/>`

export const path = (d: string, fill: string): Drawing => `<path d="${d}" fill="${fill}"/>`

export const line = (d: string, stroke: string, width: number): Drawing =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

export const faint = (opacity: number, ...drawings: Drawing[]): Drawing =>
  `<g opacity="${opacity}">${drawings.join('')}</g>`

export const at = (x: number, y: number, scale: number, ...drawings: Drawing[]): Drawing =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawings.join('')}</g>`

/** The same thing again and again. */
export const each = <Item>(
  items: readonly Item[],
  draw: (item: Item, index: number) => Drawing,
): Drawing => items.map(draw).join('')

/** 0, 1, 2 … below `count`. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
