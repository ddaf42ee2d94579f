import { circle, ellipse, faint, rect, type Drawing } from './shapes.ts'

/** The time of day that a picture is drawn in. */
export type Light = {
  sky: readonly [string, string]
  sun: string
  sunAt: readonly [number, number]
  cloud: string
  hills: readonly [string, string]
  ground: string
  path: string
  grass: string
}

export const day: Light = {
  sky: ['#8FD0E8', '#E9F6F1'],
  sun: '#FFE08A',
  sunAt: [1270, 190],
  cloud: '#FFFFFF',
  hills: ['#A9CFA0', '#7DB383'],
  ground: '#D9A566',
  path: '#E8C08A',
  grass: '#5C9B5F',
}

export const evening: Light = {
  sky: ['#F2A65A', '#FCE5B8'],
  sun: '#FFF1C1',
  sunAt: [360, 300],
  cloud: '#FBD3A0',
  hills: ['#C98F5E', '#9C6B4A'],
  ground: '#B97F4B',
  path: '#D6A066',
  grass: '#6E8F4E',
}

export const dusk: Light = {
  sky: ['#1E3A5F', '#D98C6A'],
  sun: '#FFD9A0',
  sunAt: [1150, 520],
  cloud: '#5A6D8C',
  hills: ['#3F5A66', '#2D4650'],
  ground: '#6B5A4A',
  path: '#8A735B',
  grass: '#345A4A',
}

export const rain: Light = {
  sky: ['#7C94A6', '#C3D2D6'],
  sun: '#C9D6D9',
  sunAt: [1300, 160],
  cloud: '#9DB0BB',
  hills: ['#88A398', '#6C8B80'],
  ground: '#8F7B62',
  path: '#A8947A',
  grass: '#557A62',
}

/** Sky, sun, clouds, two ranges of hills, and ground from `horizon` down. */
export function outdoors(light: Light, horizon = 620): Drawing {
  const [near, far] = [light.hills[1], light.hills[0]]
  return [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.sky[0]}"/><stop offset="1" stop-color="${light.sky[1]}"/></linearGradient></defs>`,
    rect([0, 0, 1600, 1000], 'url(#sky)'),
    faint(0.35, circle(...light.sunAt, 130, light.sun)),
    circle(...light.sunAt, 84, light.sun),
    cloudAt(260, 170, 1, light.cloud),
    cloudAt(880, 120, 0.75, light.cloud),
    cloudAt(1420, 330, 0.6, light.cloud),
    `<path d="M0 ${horizon - 90} C 240 ${horizon - 220} 420 ${horizon - 40} 700 ${horizon - 120} S 1240 ${horizon - 250} 1600 ${horizon - 110} V 1000 H 0 Z" fill="${far}"/>`,
    `<path d="M0 ${horizon - 20} C 300 ${horizon - 110} 620 ${horizon + 20} 920 ${horizon - 60} S 1400 ${horizon - 100} 1600 ${horizon - 20} V 1000 H 0 Z" fill="${near}"/>`,
    rect([0, horizon, 1600, 1000 - horizon], light.ground),
  ].join('')
}

/** A room: wall, skirting, floor. */
export function indoors(wall: string, floor: string, skirting: string): Drawing {
  return [
    rect([0, 0, 1600, 1000], wall),
    rect([0, 690, 1600, 310], floor),
    rect([0, 670, 1600, 26], skirting),
  ].join('')
}

function cloudAt(x: number, y: number, scale: number, fill: string): Drawing {
  return faint(
    0.75,
    ellipse([x, y], [110 * scale, 38 * scale], fill),
    ellipse([x + 70 * scale, y - 28 * scale], [64 * scale, 44 * scale], fill),
    ellipse([x - 50 * scale, y - 18 * scale], [56 * scale, 34 * scale], fill),
  )
}
