import { at, circle, each, ellipse, line, path, rect, type Drawing } from './shapes.ts'

export type Look = {
  skin?: string
  top?: string
  bottom?: string
  hair?: 'short' | 'wrap' | 'cap' | 'scarf' | 'puffs'
  /** Colour of what is worn on the head. */
  cloth?: string
  arms?: 'down' | 'up' | 'one-up' | 'forward' | 'carry'
  dress?: boolean
  sits?: boolean
}

const skins = ['#5B3A29', '#6F4632', '#4A2E20', '#7D5239'] as const
const ink = '#231712'

/** Somebody standing with their feet at x, y; 300 units tall at scale 1. Nobody has a face: nobody real is meant. */
export function person(x: number, y: number, scale: number, look: Look = {}): Drawing {
  const { skin = skins[0], top = '#F5B841', bottom = '#27496D', dress = false } = look
  const drop = look.sits ? 70 : 0
  return at(
    x,
    y,
    scale,
    look.sits ? seatedLegs(bottom, skin) : dress ? gown(top, skin) : legs(bottom, skin),
    at(0, drop, 1, arms(look.arms ?? 'down', top, skin), torso(top), head(look, skin)),
  )
}

/** A row of people, each with a look of their own. */
export function crowd(
  looks: readonly Look[],
  place: (index: number) => readonly [number, number, number],
): Drawing {
  return each(looks, (look, index) =>
    person(...place(index), { skin: skins[index % skins.length] ?? skins[0], ...look }),
  )
}

function torso(top: string): Drawing {
  return path('M-46 -205 Q-44 -228 0 -230 Q44 -228 46 -205 L40 -104 Q0 -94 -40 -104 Z', top)
}

function legs(bottom: string, skin: string): Drawing {
  return [
    path('M-40 -110 L40 -110 L38 -14 L8 -14 L0 -84 L-8 -14 L-38 -14 Z', bottom),
    ellipse([-24, -8], [22, 10], skin),
    ellipse([24, -8], [22, 10], skin),
  ].join('')
}

function gown(top: string, skin: string): Drawing {
  return [
    ellipse([-18, -8], [18, 9], skin),
    ellipse([18, -8], [18, 9], skin),
    path('M-40 -115 L40 -115 L62 -18 Q0 -4 -62 -18 Z', top),
  ].join('')
}

function seatedLegs(bottom: string, skin: string): Drawing {
  return [
    path('M-42 -40 H42 Q58 -36 58 -18 V-4 H34 V-12 H-34 V-4 H-58 V-18 Q-58 -36 -42 -40 Z', bottom),
    ellipse([-46, -2], [20, 9], skin),
    ellipse([46, -2], [20, 9], skin),
  ].join('')
}

const armPaths = {
  down: ['M-44 -208 L-60 -120', 'M44 -208 L60 -120'],
  up: ['M-44 -208 L-78 -300', 'M44 -208 L78 -300'],
  'one-up': ['M-44 -208 L-60 -120', 'M44 -208 L70 -306'],
  forward: ['M-44 -206 L-30 -140 L18 -150', 'M44 -206 L60 -150 L20 -142'],
  carry: ['M-44 -208 L-66 -150 L-26 -128', 'M44 -208 L66 -150 L26 -128'],
} as const

function arms(kind: keyof typeof armPaths, top: string, skin: string): Drawing {
  return each(armPaths[kind], (d) => {
    const hand = d.split('L').at(-1)?.trim().split(' ').map(Number) ?? []
    return [
      line(d, skin, 22),
      line(
        d.replace(/L(?!.*L).*$/, (end) => halfway(d, end)),
        top,
        28,
      ),
      circle(hand[0] ?? 0, hand[1] ?? 0, 13, skin),
    ].join('')
  })
}

/** A sleeve goes half the way to the hand. */
function halfway(d: string, end: string): string {
  const before = d.slice(0, d.length - end.length)
  const [fromX = 0, fromY = 0] = (before.split(/[ML]/).at(-1) ?? '').trim().split(' ').map(Number)
  const [toX = 0, toY = 0] = end.slice(1).trim().split(' ').map(Number)
  return `L${(fromX + toX) / 2} ${(fromY + toY) / 2}`
}

function head({ hair = 'short', cloth = '#B93A1E' }: Look, skin: string): Drawing {
  const face = [rect([-13, -250, 26, 30], skin, 8), ellipse([0, -268], [34, 38], skin)].join('')
  switch (hair) {
    case 'short':
      return (
        face +
        path(
          'M-35 -268 Q-38 -312 0 -312 Q38 -312 35 -268 Q26 -292 0 -292 Q-26 -292 -35 -268 Z',
          ink,
        )
      )
    case 'puffs':
      return (
        circle(-34, -300, 20, ink) +
        circle(34, -300, 20, ink) +
        face +
        path(
          'M-35 -270 Q-36 -310 0 -310 Q36 -310 35 -270 Q20 -294 0 -294 Q-20 -294 -35 -270 Z',
          ink,
        )
      )
    case 'wrap':
      return (
        face +
        path(
          'M-38 -276 Q-58 -330 -8 -338 Q52 -346 46 -306 Q44 -288 37 -276 Q0 -300 -38 -276 Z',
          cloth,
        ) +
        line('M-30 -296 Q4 -316 40 -300', '#00000022', 6)
      )
    case 'cap':
      return face + path('M-36 -282 L-32 -324 Q0 -336 32 -324 L36 -282 Q0 -294 -36 -282 Z', cloth)
    case 'scarf':
      return (
        path('M-44 -270 Q-46 -320 0 -320 Q46 -320 44 -270 L56 -206 Q0 -190 -56 -206 Z', cloth) +
        ellipse([0, -266], [27, 33], skin)
      )
  }
}
