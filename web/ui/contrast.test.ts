import { describe, expect, it } from 'vitest'

import styles from '../styles.css?raw'

type Palette = Record<string, string>

const [light = '', dark = ''] = styles.split('@media screen and (prefers-color-scheme: dark)')
const lightPalette = palette(light)
const darkPalette = { ...lightPalette, ...palette(dark) }

const components = import.meta.glob<string>('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const surfaces = ['cream', 'card'] as const
const onSurfaces = [
  'ink',
  'muted',
  'forest',
  'forest-strong',
  'clay',
  'success',
  'danger',
  'warning',
  'info',
]
const texts = [
  ...onSurfaces.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
  ...[
    'forest',
    'forest-deep',
    'mint',
    'marigold',
    'clay',
    'success',
    'danger',
    'warning',
    'info',
  ].map((surface) => [`on-${surface}`, surface] as const),
  ...['success', 'danger', 'warning', 'info'].map((tone) => [tone, `${tone}-soft`] as const),
  ...['success', 'danger', 'warning', 'info'].map((tone) => ['ink', `${tone}-soft`] as const),
  ['on-forest', 'forest-strong'],
  ['marigold', 'forest-deep'],
  ['cream', 'ink'],
] as const

const boundaries = [
  ...['control', 'forest', 'danger'].flatMap((edge) =>
    surfaces.map((surface) => [edge, surface] as const),
  ),
  ['forest', 'mint'],
] as const

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('the %s colours', (_name, colours) => {
  it.each(texts)('have a contrast of at least 4.5 for %s on %s', (text, surface) => {
    expect(contrast(colours, text, surface)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(boundaries)('have a contrast of at least 3 for the edge %s on %s', (edge, surface) => {
    expect(contrast(colours, edge, surface)).toBeGreaterThanOrEqual(3)
  })
})

it('no component has a plain white surface, which stays white in dark mode', () => {
  const white = Object.keys(components).filter((file) =>
    /\bbg-white(?!\/)/.test(components[file] ?? ''),
  )
  expect(white).toEqual([])
})

function palette(css: string): Palette {
  const tokens = css.matchAll(/--color-([a-z-]+): #([0-9a-f]{6}|[0-9a-f]{3});/g)
  return Object.fromEntries([...tokens].map(([, name = '', hex = '']) => [name, hex]))
}

function contrast(colours: Palette, one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(colours, one), luminance(colours, other)].toSorted(
    (a, b) => b - a,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colours: Palette, name: string): number {
  const hex = colours[name]
  if (hex === undefined) throw new Error(`no colour named ${name}`)
  const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
