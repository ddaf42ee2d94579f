import { readFileSync } from 'node:fs'

const { BRAND_COLOUR, BRAND_LOGO } = process.env

/** As `#00663f`. */
type Colour = string

/** The colours of pages (web/styles.css) for what the server draws. Each is used for text on white or under it. */
export const colours = {
  cream: '#fcfaf5',
  ink: '#10221c',
  muted: '#54625c',
  line: '#d8ddd6',
  sun: '#f5b841',
  ...(isColour(BRAND_COLOUR)
    ? toShades(BRAND_COLOUR)
    : { forest: '#00663f', deep: '#013d2c', mint: '#dff5e6', bright: '#7fd8a8' }),
}

/** The operator's logo as a PNG. */
export const logo = readLogo(BRAND_LOGO)

/** The style sheet that gives pages another logo and colour. Empty without a brand. */
export const brandStyles = logo
  ? `html .mark{background:url(/icon-192.png) center/contain no-repeat}html .mark>*{display:none}
${isColour(BRAND_COLOUR) ? toStyles(BRAND_COLOUR) : ''}`
  : ''

function toStyles(colour: Colour): string {
  const { forest, deep, mint, bright } = colours
  // The style sheet of all pages may load later, so that of a brand has a stronger selector.
  return `html:root{--color-forest:${forest};--accent:${forest};--color-forest-strong:${deep};--color-forest-deep:${deep};--color-mint:${mint};--color-on-mint:${deep}}
@media screen and (prefers-color-scheme:dark){html:root{--color-forest:${bright};--accent:${bright};--color-forest-strong:${mix(bright, '#ffffff', 0.3)};--color-on-forest:#0b1310;--color-mint:${mix(colour, '#0d1512', 0.7)};--color-on-mint:${mix(colour, '#ffffff', 0.85)}}}
`
}

/** Text in a colour can be read on the lightest page, and white text on it. */
export function isColour(value: string | undefined): value is Colour {
  return /^#[0-9a-f]{6}$/i.test(value ?? '') && contrast(value ?? '', '#fcfaf5') >= 4.5
}

/** Undefined for what is no PNG. This process parses no SVG. */
export function readLogo(path: string | undefined): Buffer | undefined {
  try {
    const content = path === undefined ? undefined : readFileSync(path)
    return content?.subarray(1, 4).toString() === 'PNG' ? content : undefined
  } catch {
    return undefined
  }
}

function toShades(forest: Colour) {
  const steps = Array.from({ length: 20 }, (_, step) => mix(forest, '#ffffff', step / 20))
  return {
    forest,
    deep: mix(forest, '#000000', 0.4),
    mint: mix(forest, '#ffffff', 0.88),
    /** On a dark page. */
    bright: steps.find((each) => contrast(each, '#141f1a') >= 6) ?? '#ffffff',
  }
}

function toChannels(colour: Colour): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const others = toChannels(other)
  const mixed = toChannels(one).map((value, index) =>
    Math.round(value + ((others[index] ?? 0) - value) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** By WCAG 2.2, from 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [toLuminance(one), toLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function toLuminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = toChannels(colour).map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
