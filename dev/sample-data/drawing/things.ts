import type { Light } from './light.ts'
import { at, circle, each, ellipse, faint, line, path, rect, upTo, type Drawing } from './shapes.ts'

export function palm(x: number, y: number, scale: number): Drawing {
  const leaf = (dx: number, dy: number) =>
    path(
      `M0 -300 Q${dx * 0.4} ${-300 + dy * 0.2 - 60} ${dx} ${-300 + dy} Q${dx * 0.5} ${-300 + dy * 0.4 - 10} 0 -290 Z`,
      dx > 0 ? '#2F7D4F' : '#3B8F5B',
    )
  const leaves = [
    [150, 40],
    [-150, 40],
    [120, -50],
    [-120, -50],
    [90, 110],
    [-90, 110],
  ] as const
  return at(
    x,
    y,
    scale,
    path('M-14 0 Q-2 -160 -8 -300 L10 -300 Q12 -160 18 0 Z', '#7A5637'),
    each(leaves, ([dx, dy]) => leaf(dx, dy)),
    circle(-12, -284, 13, '#8A5A2B'),
    circle(14, -280, 13, '#9A6833'),
  )
}

export function tree(x: number, y: number, scale: number, leaves = '#3E8354'): Drawing {
  return at(
    x,
    y,
    scale,
    path('M-16 0 L-10 -160 L12 -160 L18 0 Z', '#6B4A30'),
    circle(0, -220, 92, leaves),
    circle(-70, -180, 62, leaves),
    circle(72, -184, 66, leaves),
    faint(0.18, circle(26, -250, 58, '#FFFFFF')),
  )
}

/** A house with its door on the ground at x, y. */
export function house(
  x: number,
  y: number,
  scale: number,
  [wall, roof, lit = '#4A5B66']: readonly [string, string, string?],
): Drawing {
  return at(
    x,
    y,
    scale,
    rect([-130, -170, 260, 170], wall),
    path('M-156 -166 L0 -258 L156 -166 Z', roof),
    rect([-26, -100, 52, 100], '#5A3B28', 4),
    rect([-104, -122, 54, 48], lit, 3),
    rect([50, -122, 54, 48], lit, 3),
  )
}

export function jerrycan(x: number, y: number, scale: number, fill = '#F5B841'): Drawing {
  return at(
    x,
    y,
    scale,
    path('M-34 0 V-78 L-12 -98 H26 Q34 -98 34 -88 V0 Z', fill),
    rect([-28, -112, 18, 18], '#3A3A3A', 3),
    line('M0 -84 H20 V-62', '#00000033', 8),
  )
}

export function bucket(x: number, y: number, scale: number, fill = '#2E86AB'): Drawing {
  return at(
    x,
    y,
    scale,
    path('M-40 -70 H40 L30 0 H-30 Z', fill),
    ellipse([0, -70], [40, 11], '#BFE3EE'),
    line('M-40 -70 Q0 -130 40 -70', '#555', 5),
  )
}

export function book(
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  fill: string,
): Drawing {
  return (
    rect([x, y - height, width, height], fill, 3) +
    rect([x + 3, y - height + 14, width - 6, 6], '#FFFFFF66')
  )
}

export function solarPanel(x: number, y: number, scale: number): Drawing {
  return at(
    x,
    y,
    scale,
    rect([-6, -60, 12, 60], '#555F66'),
    path('M-110 -60 L-70 -150 H120 L80 -60 Z', '#1D3F66'),
    each(upTo(3), (index) =>
      line(`M${-62 + index * 48} -62 L${-24 + index * 48} -148`, '#6FA3CF', 4),
    ),
    line('M-90 -105 H100', '#6FA3CF', 4),
  )
}

export function umbrella(
  x: number,
  y: number,
  scale: number,
  [one, two]: readonly [string, string],
): Drawing {
  return at(
    x,
    y,
    scale,
    rect([-5, -290, 10, 290], '#6B4A30'),
    path('M-190 -250 Q0 -400 190 -250 Z', one),
    path('M-70 -250 Q-40 -350 0 -326 Q40 -350 70 -250 Z', two),
  )
}

/** A heap of round fruit on a table whose top edge is at y. */
export function fruit(x: number, y: number, fill: string): Drawing {
  return each(
    [
      [-30, 0],
      [0, 0],
      [30, 0],
      [-15, -24],
      [15, -24],
      [0, -46],
    ] as const,
    ([dx, dy]) => circle(x + dx, y - 14 + dy, 17, fill),
  )
}

export function tufts(light: Light, places: readonly (readonly [number, number])[]): Drawing {
  return each(places, ([x, y]) =>
    line(`M${x} ${y} l-12 -26 M${x} ${y} l0 -34 M${x} ${y} l12 -26`, light.grass, 6),
  )
}

export function wheel(x: number, y: number, radius: number): Drawing {
  return circle(x, y, radius, '#2B2B2B') + circle(x, y, radius * 0.5, '#B9B9B9')
}
